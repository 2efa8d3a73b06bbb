import {
  type AlertFact,
  type Around,
  closeGroupMember,
  decideAlert,
  type EpisodeFact,
  type Outcome,
  type Step,
} from "./alert";
import type { AlertSignal, CloseGroupSignal, Order, Signal } from "./signal";

export interface DeliveryFacts {
  now: number;
  order: Order;
  signals: readonly Signal[];
  /** The alerts of these keys, and the firing ones of groups that close. */
  alerts: readonly AlertFact[];
  /** `<alert id>@<reported start>` of earlier episodes that a signal names. */
  olderEpisodes: ReadonlySet<string>;
  /** The id of the alert of a key, new or not. */
  idOf(key: string): string;
}

export interface AlertOutcome {
  id: string;
  key: string;
  state: "firing" | "resolved";
  outcome: Outcome;
  flags: string[];
}

/** What a delivery changes: one list a statement. */
export interface DeliveryDecision {
  outcomes: AlertOutcome[];
  inserted: AlertFact[];
  /** Guarded by the version that each carries, as are the retimed ones. */
  updated: AlertFact[];
  /** Only their state and times change: a group that closes may be large, so its words are not written again. */
  retimed: AlertFact[];
  /** Only heard again: count + by, last seen. */
  touched: { id: string; by: number; lastSeenAt: number }[];
  started: EpisodeFact[];
  ended: EpisodeFact[];
  /** The page must settle: something began, ended or reads differently. */
  changes: boolean;
  /** Latest end of an episode that this delivery closed. */
  recoveredAt: number | null;
}

interface Entry {
  before: AlertFact | null;
  alert: AlertFact;
  whole: boolean;
  /** More than state and times has changed. */
  reworded: boolean;
  touches: number;
  started: Map<number, EpisodeFact>;
  ended: Map<number, EpisodeFact>;
}

const settling: readonly Outcome[] = ["new", "updates", "fires_again", "resolves"];

const rewording: readonly Outcome[] = ["new", "updates", "fires_again", "tombstone"];

export const episodeName = (alertId: string, reportedStart: number): string => `${alertId}@${reportedStart}`;

function entryOf(entries: Map<string, Entry>, before: AlertFact | null, step: Step): Entry {
  const known = entries.get(step.alert.id);
  if (known) return known;
  const fresh: Entry = {
    before,
    alert: step.alert,
    whole: false,
    reworded: false,
    touches: 0,
    started: new Map(),
    ended: new Map(),
  };
  entries.set(step.alert.id, fresh);
  return fresh;
}

function apply(entries: Map<string, Entry>, before: AlertFact | null, step: Step): AlertOutcome {
  if (step.write !== "none") {
    const entry = entryOf(entries, before, step);
    entry.alert = step.alert;
    entry.whole ||= step.write === "whole";
    entry.reworded ||= rewording.includes(step.outcome);
    if (step.write === "touch") entry.touches++;
    const { ended, started } = step;
    if (ended) (entry.started.has(ended.startedAt) ? entry.started : entry.ended).set(ended.startedAt, ended);
    if (started) entry.started.set(started.startedAt, started);
  }
  const { id, key, state, flags } = step.alert;
  return { id, key, state, outcome: step.outcome, flags };
}

function aroundOf(facts: DeliveryFacts, id: string, entry: Entry | undefined): Around {
  const isOlderEpisode = (start: number) =>
    facts.olderEpisodes.has(episodeName(id, start)) ||
    [...(entry?.started.values() ?? [])].some((each) => each.reportedStart === start);
  return { now: facts.now, order: facts.order, isOlderEpisode };
}

function collect(entries: Map<string, Entry>, outcomes: AlertOutcome[]): DeliveryDecision {
  const all = [...entries.values()];
  const rewritten = all.filter((each) => each.whole);
  const ended = all.flatMap((each) => [...each.ended.values()]);
  const started = all.flatMap((each) => [...each.started.values()]);
  const over = rewritten.filter((each) => each.alert.state === "resolved" && each.before?.state !== "resolved");
  const ends = over.flatMap((each) => (each.before || each.alert.count > 0 ? (each.alert.endedAt ?? []) : []));
  return {
    outcomes,
    inserted: rewritten.filter((each) => !each.before).map((each) => each.alert),
    updated: rewritten.filter((each) => each.before && each.reworded).map((each) => each.alert),
    retimed: rewritten.filter((each) => each.before && !each.reworded).map((each) => each.alert),
    touched: all
      .filter((each) => !each.whole)
      .map(({ alert, touches }) => ({ id: alert.id, by: touches, lastSeenAt: alert.lastSeenAt })),
    started,
    ended,
    changes: outcomes.some((each) => settling.includes(each.outcome)),
    recoveredAt: ends.length > 0 ? Math.max(...ends) : null,
  };
}

/** Decides a whole delivery, its signals in order; the same key twice in one body counts twice. Pure. */
export function decideDelivery(facts: DeliveryFacts): DeliveryDecision {
  const alerts = new Map(facts.alerts.map((each) => [each.id, each]));
  const entries = new Map<string, Entry>();
  const present = (id: string) => entries.get(id)?.alert ?? alerts.get(id) ?? null;
  const named = new Set<string>();

  const one = (signal: AlertSignal): AlertOutcome => {
    const id = facts.idOf(signal.key);
    named.add(id);
    const step = decideAlert(id, present(id), signal, aroundOf(facts, id, entries.get(id)));
    return apply(entries, alerts.get(id) ?? null, step);
  };
  const group = (signal: CloseGroupSignal): AlertOutcome[] =>
    facts.alerts
      .filter((each) => each.groupKey === signal.groupKey && each.state === "firing" && !named.has(each.id))
      .map((each) => closeGroupMember(present(each.id) ?? each, signal, aroundOf(facts, each.id, entries.get(each.id))))
      .filter((step) => step.write !== "none")
      .map((step) => apply(entries, alerts.get(step.alert.id) ?? null, step));

  const closing = facts.signals.filter((each) => each.kind === "close_group");
  const outcomes = facts.signals.filter((each) => each.kind === "alert").map(one);
  return collect(entries, [...outcomes, ...closing.flatMap(group)]);
}
