import { type CoverageStatus, type Status, statusRank, worstStatus } from "~/status/status";
import { layerReturnsAt } from "./opening";

/** The part of a firing alert that gives components a status. */
export interface StatusGivingAlert {
  startedAt: number;
  dismissed: boolean;
  components: readonly { componentId: string; status: Status }[];
}

export interface ObservedComponent {
  id: string;
  observedStatus: Status;
  observedSince: number;
  /** The last status that was not no data; no data when none was ever known. */
  observedBefore: Status;
  coverage: CoverageStatus;
  /** When it last came back from no data; null = never, or not noted yet. */
  observedOpenedAt: number | null;
}

export interface ObservedLayerChange {
  component: ObservedComponent;
  rows: { from: Status; to: Status; at: number }[];
}

export interface ObservedFacts {
  alerts: readonly StatusGivingAlert[];
  /** Components all of whose observers are silent, with since when. */
  silent: ReadonlyMap<string, number>;
  /** Components whose observers report themselves when they are heard again, at `recoveredAt`. */
  watched: ReadonlySet<string>;
  /** Components with an observer that vouches, with since when if that was noted. */
  vouchedSince: ReadonlyMap<string, number>;
  /** When a person changed a component's observers, if that is not settled yet. */
  changedAt: ReadonlyMap<string, number>;
  /** Latest end of an episode that is not settled yet. */
  recoveredAt: number | null;
  /** Components that an unread alert may still name: they do not improve until it is read. */
  held: ReadonlySet<string>;
  now: number;
}

interface GivenStatus {
  status: Status;
  startedAt: number;
  dismissed: boolean;
}

const within = (at: number, from: number, to: number) => Math.min(Math.max(at, from), to);

/** Maps each component to what the alerts give it, in their order; an alert that names it twice counts once. */
function givenByComponent(alerts: readonly StatusGivingAlert[]): Map<string, GivenStatus[]> {
  const byComponent = new Map<string, GivenStatus[]>();
  for (const { startedAt, dismissed, components } of alerts) {
    const first = new Map(components.toReversed().map((each) => [each.componentId, each.status]));
    for (const [id, status] of first) {
      const known = byComponent.get(id);
      if (known) known.push({ status, startedAt, dismissed });
      else byComponent.set(id, [{ status, startedAt, dismissed }]);
    }
  }
  return byComponent;
}

/**
 * Returns when a silence ended: since an existing observer vouches again. Sources did not note that for older silences.
 */
function spokeAt({ id, observedSince }: ObservedComponent, facts: ObservedFacts): number {
  const { now, recoveredAt, watched, vouchedSince, changedAt } = facts;
  const known = [vouchedSince.get(id), changedAt.get(id)].filter((at) => at !== undefined);
  const at = known.length > 0 ? Math.max(...known) : watched.has(id) ? (recoveredAt ?? now) : now;
  return within(at, observedSince, now);
}

/** Returns when the former status ended, by what its observers say. */
const overAt = (component: ObservedComponent, facts: ObservedFacts): number =>
  component.observedStatus === "no_data" ? spokeAt(component, facts) : (facts.recoveredAt ?? facts.now);

/** Returns when a component whose observers report again becomes operational; null = there is nothing to wait for. */
function waitsUntil(component: ObservedComponent, to: Status, facts: ObservedFacts): number | null {
  if (component.observedStatus !== "no_data" || to !== "operational" || !facts.vouchedSince.has(component.id))
    return null;
  const vouchedSince = spokeAt(component, facts);
  const at = layerReturnsAt({ openedAt: component.observedOpenedAt, vouchedSince, now: facts.now });
  return at > facts.now ? at : null;
}

/**
 * Returns the time since which the state is unknown: since its observers are silent, or since a person removed the last
 * observer that reported.
 */
const silentAt = ({ id }: ObservedComponent, { silent, changedAt, now }: ObservedFacts): number =>
  Math.max(silent.get(id) ?? now, changedAt.get(id) ?? Number.NEGATIVE_INFINITY);

/**
 * Returns the time of a change. A silence counts from its start, but an alert that fired in it counts for as long as it
 * fired.
 */
function trueTime(
  component: ObservedComponent,
  to: Status,
  given: readonly GivenStatus[],
  facts: ObservedFacts,
): number {
  const { now } = facts;
  const worse = statusRank(to) > statusRank(component.observedStatus);
  const over = overAt(component, facts);
  const starts = given.filter((each) => !each.dismissed && each.status === to).map((each) => each.startedAt);
  const silent = silentAt(component, facts);
  const began = to === "no_data" ? silent : Math.min(now, ...starts);
  const at = worse ? began : to === "no_data" ? Math.max(silent, over) : over;
  return within(at, component.observedSince, now);
}

/** Returns true when the state was unknown then: its observers were silent, or started to vouch only afterwards. */
const isUnknownAt = (component: ObservedComponent, at: number, facts: ObservedFacts): boolean =>
  facts.silent.has(component.id)
    ? silentAt(component, facts) <= at
    : (facts.vouchedSince.get(component.id) ?? Number.NEGATIVE_INFINITY) > at;

/** Removes a dismissed episode from its start on: what remains is stated again, step by step, including silences. */
function withoutDismissed(component: ObservedComponent, given: readonly GivenStatus[], facts: ObservedFacts) {
  const { now, vouchedSince } = facts;
  const gone = given.filter(
    (each) => each.dismissed && statusRank(each.status) >= statusRank(component.observedStatus),
  );
  const start = Math.min(now, ...gone.map((each) => each.startedAt));
  const left = given.filter((each) => !each.dismissed);
  const turns = [silentAt(component, facts), vouchedSince.get(component.id) ?? start].filter((at) => at <= now);
  const later = [...left.map((each) => each.startedAt), ...turns].filter((at) => at > start);
  const steps = [...new Set([start, ...later])].sort((a, b) => a - b);
  let from = component.observedStatus;
  const rows = steps.map((at) => {
    const known = isUnknownAt(component, at, facts) ? "no_data" : "operational";
    const to = worstStatus(left.filter((each) => each.startedAt <= at).map((each) => each.status)) ?? known;
    const row = { from, to, at };
    from = to;
    return row;
  });
  return rows.filter((row) => row.from !== row.to);
}

function statusNow({ id }: ObservedComponent, given: readonly GivenStatus[], facts: ObservedFacts): Status {
  const firing = worstStatus(given.filter((each) => !each.dismissed).map((each) => each.status));
  return firing ?? (facts.silent.has(id) ? "no_data" : "operational");
}

/** Returns the status that was known before; no data when nothing vouched for it. */
const knownBefore = ({ coverage, observedBefore }: ObservedComponent): Status =>
  coverage === "no_data" ? "no_data" : observedBefore;

function observe(
  component: ObservedComponent,
  given: readonly GivenStatus[],
  facts: ObservedFacts,
): ObservedLayerChange | null {
  const to = statusNow(component, given, facts);
  if (to === component.observedStatus || waitsUntil(component, to, facts) !== null) return null;
  const better = statusRank(to) < statusRank(component.observedStatus);
  if (better && facts.held.has(component.id)) return null;
  const isTakenBack = better && given.some((each) => each.dismissed);
  const rows = isTakenBack
    ? withoutDismissed(component, given, facts)
    : [{ from: component.observedStatus, to, at: trueTime(component, to, given, facts) }];
  const stands = isTakenBack ? rows.findLast((row) => row.to !== "no_data")?.to : component.observedBefore;
  const before = { ...component, observedBefore: stands ?? "no_data" };
  const observedBefore = to === "no_data" ? knownBefore(before) : to;
  const observedSince = rows.at(-1)?.at ?? facts.now;
  const opens = component.observedStatus === "no_data" && to === "operational";
  const observedOpenedAt = opens ? facts.now : component.observedOpenedAt;
  const next = { ...component, observedStatus: to, observedSince, observedBefore, observedOpenedAt };
  return { component: next, rows };
}

/**
 * Returns the changes of each component's observed layer: the worst of the firing alerts mapped to it; without any,
 * operational, or no data when all its observers are silent. Dated when it really happened, but never before the last
 * change.
 */
export function observedLayerChanges(
  components: readonly ObservedComponent[],
  facts: ObservedFacts,
): ObservedLayerChange[] {
  const given = givenByComponent(facts.alerts);
  return components.flatMap((each) => observe(each, given.get(each.id) ?? [], facts) ?? []);
}

/** Returns components whose silence is over but that become operational only later, with when. */
export function observedReturnTimeByComponent(
  components: readonly ObservedComponent[],
  facts: ObservedFacts,
): Map<string, number> {
  const given = givenByComponent(facts.alerts);
  return new Map(
    components.flatMap((each): [string, number][] => {
      const at = waitsUntil(each, statusNow(each, given.get(each.id) ?? [], facts), facts);
      return at === null ? [] : [[each.id, at]];
    }),
  );
}
