import type { AlertFact, AlertStep, EpisodeFact, Outcome } from "./alert";
import type { Order } from "./signal";

/** What must still be so of an alert when its turn is written; words, counts and what people did to it are not asked. */
export interface TurnGuard {
  id: string;
  /** Null = there is no such alert yet. */
  state: AlertFact["state"] | null;
  startedAt: number | null;
  reportedStart: number | null;
  resolvedReceivedAt: number | null;
  lastEventAt: number | null;
  /** Where events are dated: its last event must be older than this, whichever it is; null = as `lastEventAt` says. */
  eventsBefore: number | null;
}

/** What steps came to for one alert, as it will be written. */
export interface Entry {
  before: AlertFact | null;
  alert: AlertFact;
  /** Of its first turn: what follows in the same commit follows from it. */
  guard: TurnGuard | null;
  /** More than state and times has changed. */
  reworded: boolean;
  touches: number;
  started: ReadonlyMap<number, EpisodeFact>;
  ended: ReadonlyMap<number, EpisodeFact>;
}

/** What is written of the alerts of a source: one list a statement. */
export interface AlertWrites {
  guards: TurnGuard[];
  inserted: AlertFact[];
  /** `by`: how often it was heard besides. */
  updated: (AlertFact & { by: number })[];
  /** Only their state and times change: a group that closes may be large, so its words are not written again. */
  retimed: (AlertFact & { by: number })[];
  /** Only heard again: count + by, last seen. */
  touched: { id: string; by: number; lastSeenAt: number }[];
  started: EpisodeFact[];
  ended: EpisodeFact[];
  /** Latest end of an episode that was closed. */
  recoveredAt: number | null;
}

const rewording: readonly Outcome[] = ["new", "updates", "fires_again", "tombstone"];

/** A later event that repeats the words writes them all the same: an earlier one may bring others meanwhile. */
const rewords = ({ outcome, write, alert }: AlertStep): boolean =>
  rewording.includes(outcome) || (write === "whole" && alert.state === "firing");

/** The alert must still be as it was found, in all that its turns are decided by. */
export const stillAs = (id: string, before: AlertFact | null): TurnGuard => ({
  id,
  state: before?.state ?? null,
  startedAt: before?.startedAt ?? null,
  reportedStart: before?.reportedStart ?? null,
  resolvedReceivedAt: before?.resolvedReceivedAt ?? null,
  lastEventAt: before?.lastEventAt ?? null,
  eventsBefore: null,
});

/** `order` null: the step was decided by more than one event, so that all of what it saw must stand. */
function guardOf({ id, lastEventAt: at, state }: AlertFact, before: AlertFact | null, order: Order | null): TurnGuard {
  const dated = order === "event_time" && at !== null;
  return { ...stillAs(id, before), eventsBefore: dated ? at + (state === "firing" ? 1 : 0) : null };
}

const fresh = (before: AlertFact | null, alert: AlertFact): Entry => ({
  before,
  alert,
  guard: null,
  reworded: false,
  touches: 0,
  started: new Map(),
  ended: new Map(),
});

/** The entry after one more step; the given one stays as it is, as the delivery may yet be refused. */
export function stepped(
  known: Entry | undefined,
  before: AlertFact | null,
  step: AlertStep,
  order: Order | null,
): Entry {
  const entry = known ?? fresh(before, step.alert);
  const [started, ended] = [new Map(entry.started), new Map(entry.ended)];
  if (step.ended) (started.has(step.ended.startedAt) ? started : ended).set(step.ended.startedAt, step.ended);
  if (step.started) started.set(step.started.startedAt, step.started);
  return {
    before: entry.before,
    alert: step.alert,
    started,
    ended,
    // What was only counted before it is counted by what was found, so nothing may have come between.
    guard:
      entry.guard ??
      (step.write === "whole" ? guardOf(entry.touches > 0 ? entry.alert : step.alert, entry.before, order) : null),
    reworded: entry.reworded || rewords(step),
    touches: entry.touches + (step.write === "touch" ? 1 : 0),
  };
}

const heardBesides = ({ alert, before }: Entry) => ({ ...alert, by: alert.count - (before?.count ?? 0) });

function latestEnd(entries: readonly Entry[]): number | null {
  const over = entries.filter((each) => each.alert.state === "resolved" && each.before?.state !== "resolved");
  const ends = over.flatMap((each) => (each.before || each.alert.count > 0 ? (each.alert.endedAt ?? []) : []));
  return ends.length > 0 ? Math.max(...ends) : null;
}

export function collect(all: readonly Entry[]): AlertWrites {
  const turned = all.filter((each) => each.guard !== null);
  const known = turned.filter((each) => each.before !== null);
  return {
    guards: turned.flatMap((each) => each.guard ?? []),
    inserted: turned.filter((each) => !each.before).map((each) => each.alert),
    updated: known.filter((each) => each.reworded).map(heardBesides),
    retimed: known.filter((each) => !each.reworded).map(heardBesides),
    touched: all
      .filter((each) => each.guard === null)
      .map(({ alert, touches }) => ({ id: alert.id, by: touches, lastSeenAt: alert.lastSeenAt })),
    started: all.flatMap((each) => [...each.started.values()]),
    ended: all.flatMap((each) => [...each.ended.values()]),
    recoveredAt: latestEnd(turned),
  };
}
