import { dependencies, firingAlerts } from "~/db/queries/alert-list";
import { healthOf } from "~/db/queries/health";
import { incidentList } from "~/db/queries/incident";
import { currentMaintenances } from "~/db/queries/maintenance";
import { pageMute } from "~/db/queries/mute";
import { mailTrouble } from "~/db/queries/outbox";
import { rulesOf } from "~/db/queries/rule";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { banner } from "~/rules/banner";
import { ok, type Result } from "~/rules/failure";
import { permit } from "~/rules/permission";
import { ruleFor } from "~/rules/rule-match";
import { type Banner, type Layer, type Layers, type Status, toStatus } from "~/rules/status";
import { type AlertView, alertView, causesAmong } from "../alerts/list";
import { type ComponentView, componentQueries, componentsView } from "../components/list";
import { incidentView, type ListedIncident } from "../incidents/list";
import { type MaintenanceView, maintenanceView } from "../maintenances/list";
import { type MailView, noMail } from "../notices/view";
import { type RuleView, ruleView } from "../rules/view";

/** Firing alerts that belong together: of one incident, or of one source while no incident is open. */
export interface FiringGroup {
  key: string;
  sourceId: string;
  sourceName: string;
  family: AlertView["family"];
  incidentId: string | null;
  /** The rule that takes the first of them; null when its source is gone. */
  rule: Pick<RuleView, "id" | "mode" | "catchAll"> | null;
  alerts: AlertView[];
}

export interface AffectedComponent {
  id: string;
  name: string;
  effective: Status;
  layers: Layers;
  /** The layers that make it what it is. */
  because: Layer[];
}

/** All that somebody on duty looks at; instants in ms. */
export interface NowView {
  /** What visitors see at the top. */
  banner: Banner;
  firing: FiringGroup[];
  /** Everything is muted: until when, by whom and why; null = it is not. */
  mute: { until: number; by: string | null; reason: string | null } | null;
  /** Published and open; `recoveredAt` is set where all of its alerts have recovered. */
  open: ListedIncident[];
  drafts: ListedIncident[];
  components: AffectedComponent[];
  maintenances: MaintenanceView[];
  /** Whether mail leaves, and what waits for it. */
  mail: MailView;
  /** Last finished tick, 0 = never. */
  tickAt: number;
  health: { tickAt: number; settlePending: boolean; snapshotPending: boolean; lastDeliveryAt: number | null };
}

type Firing = Parameters<typeof alertView>[0];

const toFact = (rule: RuleView) => ({
  ...rule,
  mode: rule.mode as "none" | "draft" | "publish",
  components: Object.entries(rule.components).map(([componentId, status]) => ({
    componentId,
    status: toStatus(status),
  })),
});

function grouped(found: Firing[], rules: RuleView[], causes: ReturnType<typeof causesAmong>): FiringGroup[] {
  const facts = rules.map(toFact);
  const groups = new Map<string, FiringGroup>();
  for (const each of found) {
    const { row, sourceName, family } = each;
    const key = row.incidentId ?? row.sourceId;
    const shown = alertView(each, causes);
    const known = groups.get(key);
    if (known) known.alerts.push(shown);
    else {
      const rule = ruleFor(facts, row.sourceId, row);
      groups.set(key, {
        key,
        sourceId: row.sourceId,
        sourceName: sourceName ?? "a source that is gone",
        family,
        incidentId: row.incidentId,
        rule: rule ? { id: rule.id, mode: rule.mode, catchAll: rule.catchAll } : null,
        alerts: [shown],
      });
    }
  }
  return [...groups.values()];
}

const affected = (components: ComponentView[]): AffectedComponent[] =>
  components
    .filter((each) => each.effective !== "operational")
    .map(({ id, name, effective, layers }) => {
      const because = (Object.keys(layers) as Layer[]).filter((layer) => layers[layer] === effective);
      return { id, name, effective, layers, because };
    });

const raising = ({ impact, impactOverride, components }: ListedIncident) => ({
  impact,
  impactOverride,
  componentCount: Object.keys(components).length,
});

function muteView({ mutedUntil, setting }: { mutedUntil: number | null; setting: string | null }): NowView["mute"] {
  const set = JSON.parse(setting ?? "{}") as { by?: string | null; reason?: string | null };
  return { until: mutedUntil ?? 0, by: set.by ?? null, reason: set.reason ?? null };
}

/** 12 statements, one round trip. */
export async function readNow(ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<NowView>> {
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const everything = { before: null, limit: 50, skip: 0 };
  const [firing, links, rules, open, drafts, works, [health], [mail = noMail], [mute], ...layers] = await read(
    ctx,
    firingAlerts(ctx, pageId, 200),
    dependencies(ctx, pageId),
    rulesOf(ctx, pageId),
    incidentList(ctx, pageId, { filter: "open", ...everything }),
    incidentList(ctx, pageId, { filter: "draft", ...everything }),
    currentMaintenances(ctx, pageId),
    healthOf(ctx, pageId),
    mailTrouble(ctx, pageId),
    pageMute(ctx, pageId, ctx.now()),
    ...componentQueries(ctx, pageId),
  );
  const { components } = componentsView(...layers);
  const listed = (rows: typeof open): ListedIncident[] =>
    rows.map(({ row, components: given, lastUpdateAt }) => ({ ...incidentView(row, given), lastUpdateAt }));
  const incidents = listed(open);
  const tickAt = health?.tickAt ?? 0;
  return ok({
    banner: banner(
      components.map((each) => each.effective),
      incidents.map(raising),
    ),
    firing: grouped(firing, rules.map(ruleView), causesAmong(links)),
    mute: mute ? muteView(mute) : null,
    open: incidents,
    drafts: listed(drafts),
    components: affected(components),
    maintenances: works.map(maintenanceView),
    mail,
    tickAt,
    health: {
      tickAt,
      settlePending: Boolean(health?.settlePending),
      snapshotPending: Boolean(health?.snapshotPending),
      lastDeliveryAt: health?.lastDeliveryAt ?? null,
    },
  });
}
