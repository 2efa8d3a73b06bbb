import { atLeast, permit } from "~/access/permission";
import { rulesOf } from "~/alert-rules/queries/rule";
import { ruleView } from "~/alert-rules/view";
import { masked, type SettingField, settingFields } from "~/change/adapter-settings/settings";
import { missing } from "~/change/answers";
import { read } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import { deploymentFacts } from "~/mailers/queries/mailer";
import type { Ctx } from "~/platform/ctx";
import { monitorKindOf } from "./kinds/known-kinds";
import { type MonitorFactsWithHistory, monitorWithHistory } from "./queries/monitor";
import { ruleFields } from "./rule-rows";
import { knownOf } from "./rules/known-state";
import type { Ballot, Opinion } from "./rules/monitor";
import { probePlace } from "./rules/probes";
import { type MonitorRow, rowOf, settingsOf, usualMsOf } from "./view";

export interface MonitorView extends MonitorRow {
  /** For admins, secrets struck out; empty for everybody else, and where no secret opens them any more. */
  settings: Record<string, unknown>;
  settingFields: SettingField[];
  /** component id → the status it takes while the monitor is down. */
  components: Record<string, string>;
  mode: string;
  /** Seconds. */
  hold: number;
  resolveAfter: number;
  /** The agent that checks it; null = we do. */
  agentId: string | null;
  timeoutSeconds: number;
  retries: number;
  inARow: number;
  degradedAboveMs: number | null;
  slowerThanUsual: number | null;
  /** p95 of 7 days in ms; null = it is not compared, or too little is known. */
  usualMs: number | null;
  regions: string[];
  /** Continents of Globalping's probes. */
  continents: string[];
  agree: number | null;
  dependsOn: string | null;
  chartShown: boolean;
  /** What those of the chosen places said that were asked, when they last were. */
  opinions: Opinion[];
  /** How they were counted then; null = they never were. */
  ballot: Ballot | null;
  /** This deployment can ask other regions; Globalping's probes, as it has a token. */
  asksRegions: boolean;
  asksProbes: boolean;
  shardId: string;
  createdAt: number;
  updatedAt: number;
}

const checksOf = ({ timeoutSeconds, retries, inARow, degradedAboveMs, ...row }: MonitorFactsWithHistory) => ({
  timeoutSeconds,
  retries,
  inARow,
  degradedAboveMs,
  slowerThanUsual: row.slowerThanUsual,
  usualMs: usualMsOf(row),
  agentId: row.agentId,
  regions: row.regions,
  continents: row.continents,
  agree: row.agree,
  dependsOn: row.dependsOn,
  chartShown: row.chartShown,
  shardId: row.shardId,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

/** One monitor with its rule, its last hour and its uptime. ≤ 31 rows and those of its rule's components. */
export async function readMonitor(
  ctx: Ctx,
  { pageId, id }: { pageId: string; id: string },
): Promise<Result<MonitorView>> {
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const [[row], rules, [facts]] = await read(
    ctx,
    monitorWithHistory(ctx, pageId, id, ctx.now()),
    rulesOf(ctx, pageId, id),
    deploymentFacts(ctx),
  );
  if (!row) return missing;
  const adapter = monitorKindOf(row.kind);
  const settings = atLeast(may.value, "admin") ? masked(adapter, (await settingsOf(ctx, row)) ?? {}) : {};
  const known = knownOf(row);
  // What an agent or somebody's own program reports is taken as it is: no other place is asked.
  const watchesHere = row.agentId === null && adapter?.from !== "reported";
  const chosen = [...row.regions, ...row.continents.map(probePlace)];
  return ok({
    ...(await rowOf(ctx, row)),
    ...checksOf(row),
    ...ruleFields(rules.map(ruleView)),
    settings,
    settingFields: adapter ? settingFields(adapter) : [],
    opinions: (known?.opinions ?? []).filter(({ region }) => chosen.includes(region)),
    ballot: known?.ballot ?? null,
    asksRegions: watchesHere && Boolean(ctx.bindings.CHECKER),
    asksProbes: watchesHere && Boolean(adapter?.publicLook) && facts?.globalpingSealed != null,
  });
}
