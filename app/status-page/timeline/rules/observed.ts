import { type Status, severityOf, worst } from "~/status/status";

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
  observedBefore: Status;
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

/** A dismissed episode is taken out from its start: what remains is stated again, step by step. */
function withoutDismissed(component: ObservedComponent, given: readonly Given[], now: number) {
  const gone = given.filter(
    (each) => each.dismissed && severityOf(each.status) >= severityOf(component.observedStatus),
  );
  const start = Math.min(now, ...gone.map((each) => each.startedAt));
  const left = given.filter((each) => !each.dismissed);
  const steps = [start, ...left.map((each) => each.startedAt).filter((at) => at > start)].sort((a, b) => a - b);
  let from = component.observedStatus;
  return steps.map((at) => {
    const to = worst(left.filter((each) => each.startedAt <= at).map((each) => each.status)) ?? "operational";
    const row = { from, to, at };
    from = to;
    return row;
  });
}

/** When what is over was over: what observes says so, and of a silence of an outside source nobody can. */
function overAt({ id, observedStatus }: ObservedComponent, { now, recoveredAt, watched }: ObservedFacts): number {
  return observedStatus === "no_data" && !watched.has(id) ? now : (recoveredAt ?? now);
}

/** A silence counts from its start, but what fired in it counts as long as it fired. */
function trueTime(component: ObservedComponent, to: Status, given: readonly Given[], facts: ObservedFacts): number {
  const { now } = facts;
  const worse = severityOf(to) > severityOf(component.observedStatus);
  const over = overAt(component, facts);
  const starts = given.filter((each) => !each.dismissed && each.status === to).map((each) => each.startedAt);
  const silent = facts.silent.get(component.id) ?? now;
  const began = to === "no_data" ? silent : Math.min(now, ...starts);
  const at = worse ? began : to === "no_data" ? Math.max(silent, over) : over;
  return within(at, component.observedSince, now);
}

function observe(component: ObservedComponent, facts: ObservedFacts): ObservedChange | null {
  const given = givenTo(component.id, facts.alerts);
  const firing = worst(given.filter((each) => !each.dismissed).map((each) => each.status));
  const to = firing ?? (facts.silent.has(component.id) ? "no_data" : "operational");
  if (to === component.observedStatus) return null;
  const better = severityOf(to) < severityOf(component.observedStatus);
  if (better && facts.held.has(component.id)) return null;
  const rows =
    better && given.some((each) => each.dismissed)
      ? withoutDismissed(component, given, facts.now)
      : [{ from: component.observedStatus, to, at: trueTime(component, to, given, facts) }];
  const observedBefore = to === "no_data" ? component.observedBefore : to;
  const next = { ...component, observedStatus: to, observedSince: rows.at(-1)?.at ?? facts.now, observedBefore };
  return { component: next, rows };
}

/**
 * The observed layer of each component: the worst of the firing alerts mapped to it; none firing: operational,
 * or no data when all that observes it is silent. Dated as it truly was, never before the last change.
 */
export const observedChanges = (components: readonly ObservedComponent[], facts: ObservedFacts): ObservedChange[] =>
  components.flatMap((each) => observe(each, facts) ?? []);
