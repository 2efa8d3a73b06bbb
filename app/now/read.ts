import { personIdOfActor } from "~/access/actor";
import { permitRole } from "~/access/permission";
import { ruleRecordOf, ruleViewOf } from "~/alert-rules/rule-view";
import { unassignedAlertGroupRows } from "~/alerts/list-unassigned-alerts";
import { onePageIdListSql, unassignedAlertCandidatesQuery } from "~/alerts/queries/unassigned-candidates";
import type { RuleRecord } from "~/alerts/rules/rule-match";
import { type BackupCopiesSummary, backupCopiesState } from "~/backup/rules/daily";
import { makeComponentLayersReader } from "~/components/list";
import { type ComponentState, componentStatesView } from "~/components/list-states";
import {
  componentStatesOfPageQuery,
  incidentComponentStatusesQuery,
  maintenanceComponentStatusesQuery,
} from "~/components/queries/component";
import { readBatch } from "~/db/read";
import type { AlertOrigin } from "~/db/schema/index";
import { listUnopenableSecrets } from "~/deployment/sealed/list";
import { readStorageTrouble } from "~/deployment/storage";
import { dayLimitsOfPlan, measuredUsageDays, type UsageByDay } from "~/deployment/usage/rules/usage";
import { unreachedPolicyRecipients } from "~/escalation/rules/escalation-reach";
import { missingFailure, ok, type Result } from "~/failures/failure";
import { incidentViewOf, type ListedIncident } from "~/incidents/list";
import { isAnnouncementSummary } from "~/incidents/rules/impact";
import { currentMaintenancesQuery } from "~/maintenances/queries/maintenance";
import { maintenanceViewOf } from "~/maintenances/verbs";
import { readDailySmsUsage } from "~/notifications/engine/texts-of-day";
import { emptyMailSendingView, type MailSendingView } from "~/outbox/outbox-view";
import { mailStateOfPageQuery } from "~/outbox/queries/outbox";
import { parsePolicyRecipients } from "~/pages/queries/policy-names";
import type { Ctx } from "~/platform/ctx";
import { askBackupCopiesSummary, askUntrustedProxies } from "~/platform/machine";
import { isSecretOfDatabase } from "~/platform/own-key";
import { isUnmonitoredNow, type StatusLayer, statusRank } from "~/status/status";
import {
  incidentOpeningOf,
  isTeamReachUntried,
  soonMaintenanceOf,
  teamUnreachedReason,
  updateOverdueSince,
} from "~/status-page/rules/page-duties";
import { checksStoppedAfterMs, pageFreshAsOf } from "~/status-page/rules/seen-page";
import { isStampedWithin } from "~/time/instants";
import { firingCountsOf, groupFiringAlerts, parseWaitingAlertGroups } from "./firing-groups";
import { mayHaveUnassignedAlert } from "./may-be-unassigned";
import { currentPageHead } from "./now-head";
import type { AffectedComponent, MutedThing, NowDraftIncident, NowOpenIncident, NowView } from "./now-view";
import { pageFreshnessView } from "./page-health";
import {
  firingAlertsOfPageQuery,
  nowFactsOfPageQuery,
  openIncidentsOfPageQuery,
  parseLastUpdate,
  rulesWithFiringAlertsQuery,
} from "./queries/now";
import { pageSetupOf } from "./setup-steps";
import { unwatchedComponentsOf } from "./unwatched-components";

const affected = (components: ComponentState[]): AffectedComponent[] =>
  components
    .filter(({ effective, layers }) => effective !== "operational" && !isUnmonitoredNow(layers))
    .sort((one, other) => statusRank(other.effective) - statusRank(one.effective))
    .map(({ id, name, effective, layers }) => {
      const because = (Object.keys(layers) as StatusLayer[]).filter((layer) => layers[layer] === effective);
      return { id, name, effective, layers, because };
    });

type NowFacts = Awaited<ReturnType<typeof nowFactsOfPageQuery>>[number];

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
  const day = measuredUsageDays(JSON.parse(usage ?? "{}") as UsageByDay).find(({ ticks }) => ticks >= 60);
  const { rowsRead, rowsWritten } = dayLimitsOfPlan(ctx.config.plan);
  if (!day || rowsRead === null || rowsWritten === null) return null;
  const [reads, writes] = [day.readPerDay / rowsRead, day.writtenPerDay / rowsWritten];
  return reads > writes ? { name: "rowsRead", share: reads } : { name: "rowsWritten", share: writes };
}

const setUpOf = (
  facts: NowFacts,
  components: ComponentState[],
  { mailers, failingSince }: MailSendingView,
  now: number,
) => ({
  unreached: teamUnreachedReason({ ...facts, mailers, failing: failingSince !== null }),
  untried: isTeamReachUntried({ ...facts, mailers, failing: failingSince !== null }),
  escalation: unreachedPolicyRecipients(parsePolicyRecipients(facts.policyNames)),
  steps: pageSetupOf({ ...facts, hasComponent: components.length }, now),
});

/** Asks for these beside the main read; when that fails first, their rejections are ignored. */
function askedBeside(ctx: Ctx, pageId: string) {
  const asked = {
    sealedAway: listUnopenableSecrets(ctx, pageId),
    storage: readStorageTrouble(ctx),
    texts: readDailySmsUsage(ctx),
    backups: askBackupCopiesSummary(ctx.bindings),
    untrusted: askUntrustedProxies(ctx.bindings),
  };
  for (const each of Object.values(asked)) each.catch(() => undefined);
  return asked;
}

function backupsView(said: BackupCopiesSummary | null | undefined, now: number): NowView["backups"] {
  return said === undefined ? null : { state: backupCopiesState(said, now), last: said?.last ?? null };
}

const foundBeside = async (ctx: Ctx, { secretKey }: NowFacts, asked: ReturnType<typeof askedBeside>) => ({
  wrongSecret: !(await isSecretOfDatabase(ctx.secrets, secretKey)),
  sealedAway: await asked.sealedAway,
  texts: await asked.texts,
  storage: await asked.storage,
  backups: backupsView(await asked.backups, ctx.now()),
  untrustedProxy: (await asked.untrusted).proxies.length > 0,
});

type UnclosedIncidents = Awaited<ReturnType<typeof openIncidentsOfPageQuery>>;

const listed = (rows: UnclosedIncidents): ListedIncident[] =>
  rows.map(({ row, components, told, leftBehind, lead, ...names }) => ({
    ...incidentViewOf(row, components, names),
    lastUpdateAt: parseLastUpdate(told).lastAt,
    leftBehind: Boolean(leftBehind),
    lead,
  }));

type FiringRows = Awaited<ReturnType<typeof firingAlertsOfPageQuery>>;

/** Lists drafts. A draft with a lead or an acknowledged alert is known to someone, even if it notified nobody. */
function draftsView(drafts: readonly ListedIncident[], { untold }: NowFacts, firing: FiringRows): NowDraftIncident[] {
  const ids = JSON.parse(untold) as string[];
  const seen = new Set(firing.flatMap((each) => (each.acknowledgedAt === null ? [] : [each.incidentId])));
  const isKnown = ({ id, lead }: ListedIncident) => lead !== null || seen.has(id);
  return drafts.map((each) => ({ ...each, isUntold: ids.includes(each.id) && !isKnown(each) }));
}

const openView = (each: ListedIncident, { nagMinutes }: NowFacts, now: number): NowOpenIncident => ({
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
  const [firing, found, all, works, [mail = emptyMailSendingView], [facts], states, ...given] = await readBatch(
    ctx,
    firingAlertsOfPageQuery(ctx, pageId),
    rulesWithFiringAlertsQuery(ctx, pageId),
    openIncidentsOfPageQuery(ctx, pageId),
    currentMaintenancesQuery(ctx, pageId),
    mailStateOfPageQuery(ctx, pageId),
    nowFactsOfPageQuery(ctx, pageId, { now, personId: personIdOfActor(ctx.actor) ?? "" }),
    componentStatesOfPageQuery(ctx, pageId),
    incidentComponentStatusesQuery(ctx, pageId),
    maintenanceComponentStatusesQuery(ctx, pageId),
  );
  if (!facts) return missingFailure;
  const components = componentStatesView(states, makeComponentLayersReader(...given));
  const rules = found.map(ruleViewOf).map(ruleRecordOf);
  const of = (visibility: string) => listed(all.filter(({ row }) => row.visibility === visibility));
  const windows = works.map(maintenanceViewOf);
  const planned = soonMaintenanceOf(windows, now);
  const checksStopped = !isStampedWithin(pageFreshAsOf(facts.madeAt, facts.tickAt, now), now, checksStoppedAfterMs);
  const names = new Map(components.map(({ id, name }) => [id, name]));
  const { counts, ...counted } = firingCountsOf(facts.counts);
  const mayMiss = mayHaveUnassignedAlert({ belongs: Object.keys(counts), rules, open: all });
  const candidatesQuery = unassignedAlertCandidatesQuery(ctx, onePageIdListSql(pageId));
  const [candidates] = mayMiss ? await readBatch(ctx, candidatesQuery) : [[]];
  return ok({
    head: currentPageHead({ components, found: all, works: windows, checksStopped }),
    firing: groupFiringAlerts(firing, { now: ctx.now(), rules, names, counts }),
    unassigned: unassignedAlertGroupRows(candidates, rules.map(withMoves)),
    ...counted,
    waiting: parseWaitingAlertGroups(facts.waiting, firing, rules).map(withOpening(now)),
    mute: muteView(facts),
    muted: mutedThings(facts, components, now),
    open: of("published").map((each) => openView(each, facts, now)),
    drafts: draftsView(of("draft"), facts, firing),
    proposals: facts.proposals,
    components: affected(components),
    maintenances: planned.soon,
    laterMaintenances: planned.later,
    mail,
    health: pageFreshnessView(facts),
    usage: usageOf(ctx, facts.usage),
    ...(await foundBeside(ctx, facts, beside)),
    ...setUpOf(facts, components, mail, now),
    keeping: unwatchedComponentsOf(states, JSON.parse(facts.unanswered)),
  });
}
