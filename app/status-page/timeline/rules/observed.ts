import { type Coverage, type Status, severityOf, worst } from "~/status/status";
import { opensAt } from "./opening";

/** A firing alert as far as it gives components a status. */
export interface Giving {
  startedAt: number;
  dismissed: boolean;
  components: readonly { componentId: string; status: Status }[];
}

export interface ObservedComponent {
  id: string;
  observedStatus: Status;
  observedSince: number;
  /** The last one that was not no data; no data where nothing was ever known. */
  observedBefore: Status;
  coverage: Coverage;
  /** When it last came back from no data; null = it never did, or that was not noted yet. */
  observedOpenedAt: number | null;
}

export interface ObservedChange {
  component: ObservedComponent;
  rows: { from: Status; to: Status; at: number }[];
}

export interface ObservedFacts {
  alerts: readonly Giving[];
  /** Components all of whose observers are silent, with since when. */
  silent: ReadonlyMap<string, number>;
  /** Components whose observers say themselves when they speak again: at `recoveredAt`. */
  watched: ReadonlySet<string>;
  /** Components for which something vouches, with since when as far as that was noted. */
  vouchedSince: ReadonlyMap<string, number>;
  /** When somebody changed what observes a component, as far as that was not settled yet. */
  changedAt: ReadonlyMap<string, number>;
  /** Latest end of an episode that was not settled yet. */
  recoveredAt: number | null;
  /** Components that an unread alert may still name: they do not get better. */
  held: ReadonlySet<string>;
  now: number;
}

interface Given {
  status: Status;
  startedAt: number;
  dismissed: boolean;
}

const within = (at: number, from: number, to: number) => Math.min(Math.max(at, from), to);

function givenTo(componentId: string, alerts: readonly Giving[]): Given[] {
  return alerts.flatMap(({ startedAt, dismissed, components }) => {
    const own = components.find((each) => each.componentId === componentId);
    return own ? [{ status: own.status, startedAt, dismissed }] : [];
  });
}

/** When a silence was over: since something vouches that was there then; of older silences a source never said so. */
function spokeAt({ id, observedSince }: ObservedComponent, facts: ObservedFacts): number {
  const { now, recoveredAt, watched, vouchedSince, changedAt } = facts;
  const known = [vouchedSince.get(id), changedAt.get(id)].filter((at) => at !== undefined);
  const at = known.length > 0 ? Math.max(...known) : watched.has(id) ? (recoveredAt ?? now) : now;
  return within(at, observedSince, now);
}

/** When what is over was over: what observes says so. */
const overAt = (component: ObservedComponent, facts: ObservedFacts): number =>
  component.observedStatus === "no_data" ? spokeAt(component, facts) : (facts.recoveredAt ?? facts.now);

/** When a component of which something speaks again is called well; null = there is nothing to wait for. */
function waitsUntil(component: ObservedComponent, to: Status, facts: ObservedFacts): number | null {
  if (component.observedStatus !== "no_data" || to !== "operational" || !facts.vouchedSince.has(component.id))
    return null;
  const vouchedSince = spokeAt(component, facts);
  const at = opensAt({ openedAt: component.observedOpenedAt, vouchedSince, now: facts.now });
  return at > facts.now ? at : null;
}

/** Since when nobody knows: since what observes it is silent, or since somebody took away what still spoke. */
const silentAt = ({ id }: ObservedComponent, { silent, changedAt, now }: ObservedFacts): number =>
  Math.max(silent.get(id) ?? now, changedAt.get(id) ?? Number.NEGATIVE_INFINITY);

/** A silence counts from its start, but what fired in it counts as long as it fired. */
function trueTime(component: ObservedComponent, to: Status, given: readonly Given[], facts: ObservedFacts): number {
  const { now } = facts;
  const worse = severityOf(to) > severityOf(component.observedStatus);
  const over = overAt(component, facts);
  const starts = given.filter((each) => !each.dismissed && each.status === to).map((each) => each.startedAt);
  const silent = silentAt(component, facts);
  const began = to === "no_data" ? silent : Math.min(now, ...starts);
  const at = worse ? began : to === "no_data" ? Math.max(silent, over) : over;
  return within(at, component.observedSince, now);
}

/** Nobody knew how it was: what observes it was silent by then, or began to vouch again only afterwards. */
const isUnknownAt = (component: ObservedComponent, at: number, facts: ObservedFacts): boolean =>
  facts.silent.has(component.id)
    ? silentAt(component, facts) <= at
    : (facts.vouchedSince.get(component.id) ?? Number.NEGATIVE_INFINITY) > at;

/** A dismissed episode is taken out from its start: what remains is stated again, step by step; a silence remains too. */
function withoutDismissed(component: ObservedComponent, given: readonly Given[], facts: ObservedFacts) {
  const { now, vouchedSince } = facts;
  const gone = given.filter(
    (each) => each.dismissed && severityOf(each.status) >= severityOf(component.observedStatus),
  );
  const start = Math.min(now, ...gone.map((each) => each.startedAt));
  const left = given.filter((each) => !each.dismissed);
  const turns = [silentAt(component, facts), vouchedSince.get(component.id) ?? start].filter((at) => at <= now);
  const later = [...left.map((each) => each.startedAt), ...turns].filter((at) => at > start);
  const steps = [...new Set([start, ...later])].sort((a, b) => a - b);
  let from = component.observedStatus;
  const rows = steps.map((at) => {
    const known = isUnknownAt(component, at, facts) ? "no_data" : "operational";
    const to = worst(left.filter((each) => each.startedAt <= at).map((each) => each.status)) ?? known;
    const row = { from, to, at };
    from = to;
    return row;
  });
  return rows.filter((row) => row.from !== row.to);
}

function statusNow({ id }: ObservedComponent, given: readonly Given[], facts: ObservedFacts): Status {
  const firing = worst(given.filter((each) => !each.dismissed).map((each) => each.status));
  return firing ?? (facts.silent.has(id) ? "no_data" : "operational");
}

/** What is known to have been before; of what nobody vouched for nothing is. */
const knownBefore = ({ coverage, observedBefore }: ObservedComponent): Status =>
  coverage === "no_data" ? "no_data" : observedBefore;

function observe(component: ObservedComponent, facts: ObservedFacts): ObservedChange | null {
  const given = givenTo(component.id, facts.alerts);
  const to = statusNow(component, given, facts);
  if (to === component.observedStatus || waitsUntil(component, to, facts) !== null) return null;
  const better = severityOf(to) < severityOf(component.observedStatus);
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
 * The observed layer of each component: the worst of the firing alerts mapped to it; none firing: operational,
 * or no data when all that observes it is silent. Dated as it truly was, never before the last change.
 */
export const observedChanges = (components: readonly ObservedComponent[], facts: ObservedFacts): ObservedChange[] =>
  components.flatMap((each) => observe(each, facts) ?? []);

/** Components of which a silence is over that are called well later, with when. */
export const observedWaits = (components: readonly ObservedComponent[], facts: ObservedFacts): Map<string, number> =>
  new Map(
    components.flatMap((each): [string, number][] => {
      const at = waitsUntil(each, statusNow(each, givenTo(each.id, facts.alerts), facts), facts);
      return at === null ? [] : [[each.id, at]];
    }),
  );
