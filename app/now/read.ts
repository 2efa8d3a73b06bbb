import { personOf } from "~/access/actor";
import { permit } from "~/access/permission";
import { ruleFact, ruleView } from "~/alert-rules/view";
import { maybeUnassigned, onlyPage } from "~/alerts/queries/unassigned";
import type { RuleFact } from "~/alerts/rules/rule-match";
import { type ListedUnassigned, unassignedIn } from "~/alerts/unassigned";
import { type CopiesSaid, type CopiesState, copiesState } from "~/backup/rules/daily";
import { missing } from "~/change/answers";
import { layersBy } from "~/components/list";
import { type ComponentState, statesView } from "~/components/list-states";
import { componentStates, givenByIncidents, givenByMaintenance } from "~/components/queries/component";
import { read } from "~/db/read";
import type { AlertOrigin } from "~/db/schema/index";
import { type SealedThing, sealedAwayOf } from "~/deployment/sealed/list";
import { storageTrouble } from "~/deployment/storage";
import { type DayLimits, limitsOf, measuredDays, type TickUsage } from "~/deployment/usage/rules/usage";
import { type PolicyReach, policyReach } from "~/escalation/rules/escalation-reach";
import { ok, type Result } from "~/failures/failure";
import { incidentView, type ListedIncident } from "~/incidents/list";
import { isAnnounced } from "~/incidents/rules/impact";
import { type MaintenanceView, maintenanceView } from "~/maintenances/list";
import { currentMaintenances } from "~/maintenances/queries/maintenance";
import { type TextsOfDay, textsOfDay } from "~/notifications/engine/texts-of-day";
import { mailTrouble } from "~/outbox/queries/outbox";
import { type MailView, noMail } from "~/outbox/view";
import { readPolicyNames } from "~/pages/queries/policy-names";
import type { Ctx } from "~/platform/ctx";
import { askDailyBackups, askUntrustedProxies } from "~/platform/machine";
import { fitsKey } from "~/platform/own-key";
import type { StorageTrouble } from "~/platform/storage";
import type { Layer, Layers, Status } from "~/status/status";
import type { HeadState } from "~/status-page/rules/head-state";
import { type FirstSteps, isNew, openingOf, overdueSince, soon, whyUnreached } from "~/status-page/rules/now";
import { observedAt, stoppedAfter } from "~/status-page/rules/seen";
import { isStampedWithin } from "~/time/instants";
import { countsOf, type FiringGroup, groupFiring, type WaitingGroup, waitingGroups } from "./firing";
import { headNow } from "./head";
import { type Keeping, keepingOf } from "./keeping";
import { mayBeUnassigned } from "./may-be-unassigned";
import { healthView, type PageHealth } from "./page-health";
import { firingNow, nowFacts, rulesAtWork, toldIn, unclosed } from "./queries/now";

export type { FiringGroup, WaitingGroup } from "./firing";

export interface AffectedComponent {
  id: string;
  name: string;
  effective: Status;
  layers: Layers;
  /** The layers that make it what it is. */
  because: Layer[];
}

export interface OpenIncident extends ListedIncident {
  /** Since when it owes an update; null = it does not. */
  overdueSince: number | null;
}

export interface WaitingDraft extends ListedIncident {
  /** Nobody could be notified of it so far. */
  isUntold: boolean;
}

/** Something of the page of which nobody is notified until then. */
export interface Muted {
  kind: AlertOrigin | "component";
  id: string;
  name: string;
  until: number;
}

/** All that somebody on duty looks at; instants in ms. */
export interface NowView {
  /** What the public page says of the whole of it. */
  head: HeadState;
  firing: FiringGroup[];
  /** Of what fires that which no component shows, what is critical first. */
  unassigned: ListedUnassigned[];
  /** How many alerts fire that nobody dismissed. */
  firingCount: number;
  /** How many there are in all, dismissed ones too; not all of them are shown. */
  alertCount: number;
  /** What opens a draft or an incident once its hold is over. */
  waiting: WaitingGroup[];
  /** Everything is muted: until when, by whom and why; null = it is not. */
  mute: { until: number; by: string | null; reason: string | null } | null;
  muted: Muted[];
  /** Published and open; `recoveredAt` is set where all of its alerts have recovered. */
  open: OpenIncident[];
  drafts: WaitingDraft[];
  components: AffectedComponent[];
  /** Going on or planned for the next seven days. */
  maintenances: MaintenanceView[];
  /** How many more are planned after that. */
  laterMaintenances: number;
  /** Whether mail leaves, and what waits for it. */
  mail: MailView;
  health: PageHealth;
  /** The tightest limit of the database that ticks alone come to, 0 … 1; null = no limit, or nothing counted yet. */
  usage: { name: keyof DayLimits; share: number } | null;
  /** Text messages of the day; null = the deployment sends none. */
  texts: TextsOfDay | null;
  /** The daily backups of one machine, the newest in ms; null = none are made. */
  backups: { state: CopiesState; last: number | null } | null;
  /** Requests come through a proxy that nobody trusts: all visitors count as one. */
  untrustedProxy: boolean;
  /** UPFRONT_SECRET is another one than the database was sealed with: nothing can be sealed. */
  wrongSecret: boolean;
  /** Why nothing can be saved; null = it can. */
  storage: StorageTrouble | null;
  /** What was sealed with a secret that is not set any more. */
  sealedAway: SealedThing[];
  /** Why a draft would reach nobody of the team; null = it reaches somebody. */
  unreached: ReturnType<typeof whyUnreached>;
  /** Whom the escalation policy names and nobody tells; null = all are told, or it is off. */
  escalation: PolicyReach | null;
  /** What a new page still lacks; null once it is at work. */
  steps: FirstSteps | null;
  keeping: Keeping;
}

const affected = (components: ComponentState[]): AffectedComponent[] =>
  components
    .filter((each) => each.effective !== "operational")
    .map(({ id, name, effective, layers }) => {
      const because = (Object.keys(layers) as Layer[]).filter((layer) => layers[layer] === effective);
      return { id, name, effective, layers, because };
    });

type Facts = Awaited<ReturnType<typeof nowFacts>>[number];

function muteView({ mutedUntil, muteSetting }: Facts): NowView["mute"] {
  if (mutedUntil === null) return null;
  const set = JSON.parse(muteSetting ?? "{}") as { by?: string | null; reason?: string | null };
  return { until: mutedUntil, by: set.by ?? null, reason: set.reason ?? null };
}

function mutedThings({ mutedSources }: Facts, components: ComponentState[], now: number): Muted[] {
  const sources = JSON.parse(mutedSources) as (Omit<Muted, "kind"> & { family: AlertOrigin })[];
  return [
    ...components.flatMap(({ id, name, mutedUntil }) =>
      mutedUntil !== null && mutedUntil > now ? [{ kind: "component" as const, id, name, until: mutedUntil }] : [],
    ),
    ...sources.map(({ family, ...each }) => ({ kind: family, ...each })),
  ];
}

/** Of the last day of which an hour was counted. */
function usageOf(ctx: Ctx, usage: string | undefined): NowView["usage"] {
  const day = measuredDays(JSON.parse(usage ?? "{}") as TickUsage).find(({ ticks }) => ticks >= 60);
  const { rowsRead, rowsWritten } = limitsOf(ctx.config.plan);
  if (!day || rowsRead === null || rowsWritten === null) return null;
  const [reads, writes] = [day.readPerDay / rowsRead, day.writtenPerDay / rowsWritten];
  return reads > writes ? { name: "rowsRead", share: reads } : { name: "rowsWritten", share: writes };
}

const stepsOf = (facts: Facts, components: ComponentState[]): FirstSteps | null => {
  const steps = {
    components: components.length > 0,
    origins: Boolean(facts.moved),
    mailer: Boolean(facts.mailed),
    account: Boolean(facts.hasAccount),
    team: Boolean(facts.hasTeam),
    subscribers: Boolean(facts.hasSubscriber),
  };
  return isNew(steps, Boolean(facts.everOpened)) ? steps : null;
};

const setUpOf = (facts: Facts, components: ComponentState[], { mailers, failingSince }: MailView) => ({
  unreached: whyUnreached({ ...facts, mailers, failing: failingSince !== null }),
  escalation: policyReach(readPolicyNames(facts.policyNames)),
  steps: stepsOf(facts, components),
});

/** Asked beside the rest; where that fails first, nobody waits for these any more. */
function askedBeside(ctx: Ctx, pageId: string) {
  const asked = {
    sealedAway: sealedAwayOf(ctx, pageId),
    storage: storageTrouble(ctx),
    texts: textsOfDay(ctx),
    backups: askDailyBackups(ctx.bindings),
    untrusted: askUntrustedProxies(ctx.bindings),
  };
  for (const each of Object.values(asked)) each.catch(() => undefined);
  return asked;
}

function backupsView(said: CopiesSaid | null | undefined, now: number): NowView["backups"] {
  return said === undefined ? null : { state: copiesState(said, now), last: said?.last ?? null };
}

const foundBeside = async (ctx: Ctx, { secretKey }: Facts, asked: ReturnType<typeof askedBeside>) => ({
  wrongSecret: !(await fitsKey(ctx.secrets, secretKey)),
  sealedAway: await asked.sealedAway,
  texts: await asked.texts,
  storage: await asked.storage,
  backups: backupsView(await asked.backups, ctx.now()),
  untrustedProxy: (await asked.untrusted).proxies.length > 0,
});

type Found = Awaited<ReturnType<typeof unclosed>>;

const listed = (rows: Found): ListedIncident[] =>
  rows.map(({ row, components, told, leftBehind }) => ({
    ...incidentView(row, components),
    lastUpdateAt: toldIn(told).lastAt,
    leftBehind: Boolean(leftBehind),
  }));

function draftsView(drafts: readonly ListedIncident[], { untold }: Facts): WaitingDraft[] {
  const ids = JSON.parse(untold) as string[];
  return drafts.map((each) => ({ ...each, isUntold: ids.includes(each.id) }));
}

const openView = (each: ListedIncident, { nagMinutes }: Facts, now: number): OpenIncident => ({
  ...each,
  overdueSince: overdueSince(
    {
      lastUpdateAt: each.lastUpdateAt ?? each.createdAt,
      nagMinutes: isAnnounced(each) ? 0 : nagMinutes,
      promisedAt: each.nextUpdateAt,
    },
    now,
  ),
});

const withOpening =
  (now: number) =>
  <Each extends { dueAt: number | null }>(each: Each) => ({ ...each, opening: openingOf(each.dueAt, now) });

const withMoves = (rule: RuleFact) => ({ ...rule, moves: rule.components.length > 0 });

/** One round trip of 9 statements, one more where an alert may reach no component, and beside it one after ten minutes for what cannot be opened, one where text messages are sent; the rows are those of what fires, is open and is set up, never of the past. */
export async function readNow(ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<NowView>> {
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const [now, beside] = [ctx.now(), askedBeside(ctx, pageId)];
  const [firing, found, all, works, [mail = noMail], [facts], states, ...given] = await read(
    ctx,
    firingNow(ctx, pageId),
    rulesAtWork(ctx, pageId),
    unclosed(ctx, pageId),
    currentMaintenances(ctx, pageId),
    mailTrouble(ctx, pageId),
    nowFacts(ctx, pageId, { now, personId: personOf(ctx.actor) ?? "" }),
    componentStates(ctx, pageId),
    givenByIncidents(ctx, pageId),
    givenByMaintenance(ctx, pageId),
  );
  if (!facts) return missing;
  const components = statesView(states, layersBy(...given));
  const rules = found.map(ruleView).map(ruleFact);
  const of = (visibility: string) => listed(all.filter(({ row }) => row.visibility === visibility));
  const windows = works.map(maintenanceView);
  const planned = soon(windows, now);
  const checksStopped = !isStampedWithin(observedAt(facts.madeAt, facts.tickAt, now), now, stoppedAfter);
  const names = new Map(components.map(({ id, name }) => [id, name]));
  const { counts, ...counted } = countsOf(facts.counts);
  const isAsked = mayBeUnassigned({ belongs: Object.keys(counts), rules, open: all });
  const [candidates] = isAsked ? await read(ctx, maybeUnassigned(ctx, onlyPage(pageId))) : [[]];
  return ok({
    head: headNow({ components, found: all, works: windows, checksStopped }),
    firing: groupFiring(firing, { now: ctx.now(), rules, names, counts }),
    unassigned: unassignedIn(candidates, rules.map(withMoves)),
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
    health: healthView(facts),
    usage: usageOf(ctx, facts.usage),
    ...(await foundBeside(ctx, facts, beside)),
    ...setUpOf(facts, components, mail),
    keeping: keepingOf(states),
  });
}
