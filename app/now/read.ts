import { personIdOfActor } from "~/access/actor";
import { permitRole } from "~/access/permission";
import { ruleRecordOf, ruleView } from "~/alert-rules/rule-view";
import { type UnassignedAlertGroupRow, unassignedAlertGroupRows } from "~/alerts/list-unassigned-alerts";
import { onePageSql, unassignedAlertCandidates } from "~/alerts/queries/unassigned-candidates";
import type { RuleRecord } from "~/alerts/rules/rule-match";
import { type BackupCopiesState, type BackupCopiesSummary, backupCopiesState } from "~/backup/rules/daily";
import { componentLayersBy } from "~/components/list";
import { type ComponentState, componentStatesView } from "~/components/list-states";
import {
  componentStatesOfPage,
  componentStatusesOfIncidents,
  componentStatusesOfMaintenance,
} from "~/components/queries/component";
import { readBatch } from "~/db/read";
import type { AlertOrigin } from "~/db/schema/index";
import { listUnopenableSecrets, type SecretUnderOldKey } from "~/deployment/sealed/list";
import { readStorageTrouble } from "~/deployment/storage";
import { type DayLimits, dayLimitsOf, measuredDays, type TickUsage } from "~/deployment/usage/rules/usage";
import { type PolicyReach, policyReach } from "~/escalation/rules/escalation-reach";
import { missingFailure, ok, type Result } from "~/failures/failure";
import { incidentView, type ListedIncident } from "~/incidents/list";
import { isAnnouncementSummary } from "~/incidents/rules/impact";
import { currentMaintenances } from "~/maintenances/queries/maintenance";
import { type MaintenanceView, maintenanceView } from "~/maintenances/verbs";
import { type DailySmsUsage, readDailySmsUsage } from "~/notifications/engine/texts-of-day";
import { emptyMailView, type MailView } from "~/outbox/outbox-view";
import { mailStateOfPage } from "~/outbox/queries/outbox";
import { parsePolicyNames } from "~/pages/queries/policy-names";
import type { Ctx } from "~/platform/ctx";
import { askDailyBackups, askUntrustedProxies } from "~/platform/machine";
import { isDatabaseKey } from "~/platform/own-key";
import type { StorageTrouble } from "~/platform/storage";
import type { Status, StatusByLayer, StatusLayer } from "~/status/status";
import type { PageStateWithLetter } from "~/status-page/rules/head-state";
import {
  incidentOpeningOf,
  isPageNew,
  type PageSetupSteps,
  soonMaintenanceOf,
  teamUnreachedReason,
  updateOverdueSince,
} from "~/status-page/rules/page-duties";
import { checksStoppedAfterMs, pageFreshAsOf } from "~/status-page/rules/seen-page";
import { isStampedWithin } from "~/time/instants";
import { type FiringGroup, firingCountsOf, groupFiringAlerts, type WaitingGroup, waitingGroups } from "./firing-groups";
import { mayHaveUnassignedAlert } from "./may-be-unassigned";
import { currentPageHead } from "./now-head";
import { type PageHealth, pageHealthView } from "./page-health";
import {
  firingAlertsOfPage,
  nowFactsOfPage,
  openIncidentsOfPage,
  parseLastUpdate,
  rulesWithFiringAlerts,
} from "./queries/now";
import { type UnwatchedComponents, unwatchedComponentsOf } from "./unwatched-components";

export type { FiringGroup, WaitingGroup } from "./firing-groups";

export interface AffectedComponent {
  id: string;
  name: string;
  effective: Status;
  layers: StatusByLayer;
  /** The layers that give it this status. */
  because: StatusLayer[];
}

export interface OpenIncident extends ListedIncident {
  /** Time since which an update is overdue; null when it is not. */
  overdueSince: number | null;
}

export interface DraftIncident extends ListedIncident {
  /** True when nobody could be notified of it so far. */
  isUntold: boolean;
}

/** A muted thing on the page, which notifies nobody until then. */
export interface MutedThing {
  kind: AlertOrigin | "component";
  id: string;
  name: string;
  until: number;
}

/** The whole Now page for a person on duty; instants in ms. */
export interface NowView {
  /** State of the whole page as the public page shows it. */
  head: PageStateWithLetter;
  firing: FiringGroup[];
  /** Firing alerts that no component shows, critical ones first. */
  unassigned: UnassignedAlertGroupRow[];
  /** Number of firing alerts that are not dismissed. */
  firingCount: number;
  /** Number of all firing alerts, with dismissed ones; not all of them are shown. */
  alertCount: number;
  /** Groups that open a draft or an incident after their hold. */
  waiting: WaitingGroup[];
  /** End, author and reason of the mute of everything; null when there is none. */
  mute: { until: number; by: string | null; reason: string | null } | null;
  muted: MutedThing[];
  /** Published and open; `recoveredAt` is set when all of its alerts have recovered. */
  open: OpenIncident[];
  drafts: DraftIncident[];
  components: AffectedComponent[];
  /** Maintenance in progress or scheduled for the next seven days. */
  maintenances: MaintenanceView[];
  /** Number of those scheduled after that. */
  laterMaintenances: number;
  /** State of outgoing email, and what waits for it. */
  mail: MailView;
  health: PageHealth;
  /**
   * The limit of the database that ticks alone come closest to, 0 … 1; null when there is no limit, or nothing was
   * counted yet.
   */
  usage: { name: keyof DayLimits; share: number } | null;
  /** Text messages of the day; null when the deployment sends none. */
  texts: DailySmsUsage | null;
  /** The daily backups of one machine, the newest in ms; null when none are made. */
  backups: { state: BackupCopiesState; last: number | null } | null;
  /** True when requests come through a proxy that is not trusted, so that all visitors count as one. */
  untrustedProxy: boolean;
  /**
   * True when UPFRONT_SECRET differs from the one with which the database was sealed, so that nothing can be sealed.
   */
  wrongSecret: boolean;
  /** Reason why nothing can be saved; null when it can. */
  storage: StorageTrouble | null;
  /** Things that were sealed with a secret that is no longer set. */
  sealedAway: SecretUnderOldKey[];
  /** Reason why a draft would reach nobody of the team; null when it reaches someone. */
  unreached: ReturnType<typeof teamUnreachedReason>;
  /** Recipients of the escalation policy that are not reached; null when all are, or it is off. */
  escalation: PolicyReach | null;
  /** Steps that a new page still lacks; null when it is in use. */
  steps: PageSetupSteps | null;
  keeping: UnwatchedComponents;
}

const affected = (components: ComponentState[]): AffectedComponent[] =>
  components
    .filter((each) => each.effective !== "operational")
    .map(({ id, name, effective, layers }) => {
      const because = (Object.keys(layers) as StatusLayer[]).filter((layer) => layers[layer] === effective);
      return { id, name, effective, layers, because };
    });

type NowFacts = Awaited<ReturnType<typeof nowFactsOfPage>>[number];

function muteView({ mutedUntil, muteSetting }: NowFacts): NowView["mute"] {
  if (mutedUntil === null) return null;
  const set = JSON.parse(muteSetting ?? "{}") as { by?: string | null; reason?: string | null };
  return { until: mutedUntil, by: set.by ?? null, reason: set.reason ?? null };
}

function mutedThings({ mutedSources }: NowFacts, components: ComponentState[], now: number): MutedThing[] {
  const sources = JSON.parse(mutedSources) as (Omit<MutedThing, "kind"> & { family: AlertOrigin })[];
  return [
    ...components.flatMap(({ id, name, mutedUntil }) =>
      mutedUntil !== null && mutedUntil > now ? [{ kind: "component" as const, id, name, until: mutedUntil }] : [],
    ),
    ...sources.map(({ family, ...each }) => ({ kind: family, ...each })),
  ];
}

/** Returns the usage of the last day with at least an hour counted. */
function usageOf(ctx: Ctx, usage: string | undefined): NowView["usage"] {
  const day = measuredDays(JSON.parse(usage ?? "{}") as TickUsage).find(({ ticks }) => ticks >= 60);
  const { rowsRead, rowsWritten } = dayLimitsOf(ctx.config.plan);
  if (!day || rowsRead === null || rowsWritten === null) return null;
  const [reads, writes] = [day.readPerDay / rowsRead, day.writtenPerDay / rowsWritten];
  return reads > writes ? { name: "rowsRead", share: reads } : { name: "rowsWritten", share: writes };
}

const stepsOf = (facts: NowFacts, components: ComponentState[]): PageSetupSteps | null => {
  const steps = {
    components: components.length > 0,
    origins: Boolean(facts.moved),
    mailer: Boolean(facts.mailed),
    account: Boolean(facts.hasAccount),
    team: Boolean(facts.hasTeam),
    subscribers: Boolean(facts.hasSubscriber),
  };
  return isPageNew(steps, Boolean(facts.everOpened)) ? steps : null;
};

const setUpOf = (facts: NowFacts, components: ComponentState[], { mailers, failingSince }: MailView) => ({
  unreached: teamUnreachedReason({ ...facts, mailers, failing: failingSince !== null }),
  escalation: policyReach(parsePolicyNames(facts.policyNames)),
  steps: stepsOf(facts, components),
});

/** Asks for these beside the main read; when that fails first, their rejections are ignored. */
function askedBeside(ctx: Ctx, pageId: string) {
  const asked = {
    sealedAway: listUnopenableSecrets(ctx, pageId),
    storage: readStorageTrouble(ctx),
    texts: readDailySmsUsage(ctx),
    backups: askDailyBackups(ctx.bindings),
    untrusted: askUntrustedProxies(ctx.bindings),
  };
  for (const each of Object.values(asked)) each.catch(() => undefined);
  return asked;
}

function backupsView(said: BackupCopiesSummary | null | undefined, now: number): NowView["backups"] {
  return said === undefined ? null : { state: backupCopiesState(said, now), last: said?.last ?? null };
}

const foundBeside = async (ctx: Ctx, { secretKey }: NowFacts, asked: ReturnType<typeof askedBeside>) => ({
  wrongSecret: !(await isDatabaseKey(ctx.secrets, secretKey)),
  sealedAway: await asked.sealedAway,
  texts: await asked.texts,
  storage: await asked.storage,
  backups: backupsView(await asked.backups, ctx.now()),
  untrustedProxy: (await asked.untrusted).proxies.length > 0,
});

type UnclosedIncidents = Awaited<ReturnType<typeof openIncidentsOfPage>>;

const listed = (rows: UnclosedIncidents): ListedIncident[] =>
  rows.map(({ row, components, told, leftBehind }) => ({
    ...incidentView(row, components),
    lastUpdateAt: parseLastUpdate(told).lastAt,
    leftBehind: Boolean(leftBehind),
  }));

function draftsView(drafts: readonly ListedIncident[], { untold }: NowFacts): DraftIncident[] {
  const ids = JSON.parse(untold) as string[];
  return drafts.map((each) => ({ ...each, isUntold: ids.includes(each.id) }));
}

const openView = (each: ListedIncident, { nagMinutes }: NowFacts, now: number): OpenIncident => ({
  ...each,
  overdueSince: updateOverdueSince(
    {
      lastUpdateAt: each.lastUpdateAt ?? each.createdAt,
      nagMinutes: isAnnouncementSummary(each) ? 0 : nagMinutes,
      promisedAt: each.nextUpdateAt,
    },
    now,
  ),
});

const withOpening =
  (now: number) =>
  <Each extends { dueAt: number | null }>(each: Each) => ({ ...each, opening: incidentOpeningOf(each.dueAt, now) });

const withMoves = (rule: RuleRecord) => ({ ...rule, moves: rule.components.length > 0 });

/**
 * Reads Now: one round trip of 9 statements, one more when an alert may reach no component, and beside it one every ten
 * minutes for what cannot be unsealed, and one when text messages are sent. Rows: what fires, is open and is set up,
 * never the past.
 */
export async function readNowView(ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<NowView>> {
  const may = permitRole(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const [now, beside] = [ctx.now(), askedBeside(ctx, pageId)];
  const [firing, found, all, works, [mail = emptyMailView], [facts], states, ...given] = await readBatch(
    ctx,
    firingAlertsOfPage(ctx, pageId),
    rulesWithFiringAlerts(ctx, pageId),
    openIncidentsOfPage(ctx, pageId),
    currentMaintenances(ctx, pageId),
    mailStateOfPage(ctx, pageId),
    nowFactsOfPage(ctx, pageId, { now, personId: personIdOfActor(ctx.actor) ?? "" }),
    componentStatesOfPage(ctx, pageId),
    componentStatusesOfIncidents(ctx, pageId),
    componentStatusesOfMaintenance(ctx, pageId),
  );
  if (!facts) return missingFailure;
  const components = componentStatesView(states, componentLayersBy(...given));
  const rules = found.map(ruleView).map(ruleRecordOf);
  const of = (visibility: string) => listed(all.filter(({ row }) => row.visibility === visibility));
  const windows = works.map(maintenanceView);
  const planned = soonMaintenanceOf(windows, now);
  const checksStopped = !isStampedWithin(pageFreshAsOf(facts.madeAt, facts.tickAt, now), now, checksStoppedAfterMs);
  const names = new Map(components.map(({ id, name }) => [id, name]));
  const { counts, ...counted } = firingCountsOf(facts.counts);
  const isAsked = mayHaveUnassignedAlert({ belongs: Object.keys(counts), rules, open: all });
  const [candidates] = isAsked ? await readBatch(ctx, unassignedAlertCandidates(ctx, onePageSql(pageId))) : [[]];
  return ok({
    head: currentPageHead({ components, found: all, works: windows, checksStopped }),
    firing: groupFiringAlerts(firing, { now: ctx.now(), rules, names, counts }),
    unassigned: unassignedAlertGroupRows(candidates, rules.map(withMoves)),
    ...counted,
    waiting: waitingGroups(facts.waiting, firing, rules).map(withOpening(now)),
    mute: muteView(facts),
    muted: mutedThings(facts, components, now),
    open: of("published").map((each) => openView(each, facts, now)),
    drafts: draftsView(of("draft"), facts),
    components: affected(components),
    maintenances: planned.soon,
    laterMaintenances: planned.later,
    mail,
    health: pageHealthView(facts),
    usage: usageOf(ctx, facts.usage),
    ...(await foundBeside(ctx, facts, beside)),
    ...setUpOf(facts, components, mail),
    keeping: unwatchedComponentsOf(states),
  });
}
