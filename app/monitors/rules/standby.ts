import { hourMs, minuteMs } from "~/time/durations";
import type { CheckVerdict, MonitorCheckResult, PlannedMonitor } from "./monitor";
import { isCheckScheduled, isSameCheckPlan, type MonitorShard, nextCheckAt } from "./monitor-due";
import { needsOtherPlaces } from "./quorum";
import { pendingResultMinutes, type ReportedCheckResult } from "./reported-results";
import { monitorWithUsualTime } from "./usual-time";

/** A shard as a checker last received it. */
export type StandbyShard = MonitorShard & { id: string };

/** A monitor's result from a time when it could not be written. */
export interface StandbyResult extends ReportedCheckResult {
  shardId: string;
  monitorId: string;
}

/** Data that a checker keeps in case the database is away. Its secrets are encrypted. */
export interface StandbyState {
  shards: StandbyShard[];
  selfCheckSealed: string | null;
  results: StandbyResult[];
  /** Start of checks without the database, in UTC ms; null when there are none. */
  awaySince: number | null;
  /** Number of times that the database answered although a shard had not been checked. */
  idle: number;
  /** Instant of its last write, in UTC ms. */
  writtenAt: number;
}

/** Removes the evidence; only a monitor's newest result keeps it. */
function withoutEvidence({ sight: { evidence: _, ...sight }, ...result }: StandbyResult): StandbyResult {
  return { ...result, sight };
}

/** Adds this minute's results and drops those older than an hour, which are of no use. */
export function withStandbyResults(
  standby: StandbyState,
  sights: ReadonlyMap<string, MonitorCheckResult>,
  minute: number,
): StandbyState {
  const fresh = standby.shards.flatMap((shard) =>
    shard.plan.flatMap(({ id: monitorId }): StandbyResult[] => {
      const sight = sights.get(monitorId);
      return sight && sight.verdict !== "none" ? [{ shardId: shard.id, monitorId, minute, sight }] : [];
    }),
  );
  const told = new Set(fresh.map(({ monitorId }) => monitorId));
  const before = findAcceptableStandbyResults(standby, minute)
    .filter((each) => !(each.minute === minute && told.has(each.monitorId)))
    .map((each) => (told.has(each.monitorId) ? withoutEvidence(each) : each));
  return { ...standby, results: [...before, ...fresh] };
}

/** Returns the results that a shard would still accept. */
export const findAcceptableStandbyResults = ({ results }: StandbyState, minute: number): StandbyResult[] =>
  results.filter((each) => each.minute > minute - pendingResultMinutes);

/**
 * True when a result may be reported. When other places vote, one place alone changes no state and only confirms the
 * known one.
 */
function mayTell(
  monitor: PlannedMonitor,
  { states }: StandbyShard,
  { sight: { verdict } }: ReportedCheckResult,
): boolean {
  const confirmed = states[monitor.id]?.confirmed ?? "new";
  return confirmed === verdict || !needsOtherPlaces(monitor, { from: confirmed, to: verdict as CheckVerdict });
}

/** Returns the results that are valid for the shard's current plan, by monitor. */
export function standbyResultsByMonitor(
  standby: StandbyState,
  shard: StandbyShard,
): Map<string, ReportedCheckResult[]> {
  const before = standby.shards.find(({ id }) => id === shard.id);
  const own = standby.results.flatMap((each) => {
    const monitor = shard.plan.find(({ id }) => id === each.monitorId);
    const asked = before?.plan.find(({ id }) => id === each.monitorId);
    const isOwn = each.shardId === shard.id && monitor !== undefined && isSameCheckPlan(asked, monitor);
    return isOwn && mayTell(monitor, shard, each) ? [each] : [];
  });
  const found = Map.groupBy(own, ({ monitorId }) => monitorId);
  return new Map([...found].map(([id, all]) => [id, all.map(({ minute, sight }) => ({ minute, sight }))]));
}

/** Removes the results that were handed over. */
export function withoutStandbyResults(standby: StandbyState, given: readonly StandbyResult[]): StandbyState {
  const names = new Set(given.map(({ monitorId, minute }) => `${monitorId} ${minute}`));
  return { ...standby, results: standby.results.filter((each) => !names.has(`${each.monitorId} ${each.minute}`)) };
}

/**
 * Returns the monitors that are scheduled for this minute and not yet checked in it, with their usual response times.
 */
export function monitorsDueOnStandby({ shards, results }: StandbyState, minute: number): PlannedMonitor[] {
  const done = new Set(results.filter((each) => each.minute === minute).map(({ monitorId }) => monitorId));
  return shards.flatMap(({ plan, states }) =>
    plan
      .filter((each) => isCheckScheduled(each, minute) && !done.has(each.id))
      .map((each) => monitorWithUsualTime(each, states[each.id])),
  );
}

/** Time after a minute's start by which its tick has arrived, in ms. */
const afterTickMs = 45_000;

/** Longest time that a checker continues while the database is away, in ms. */
export const maxStandbyMs = hourMs;

/**
 * Returns the instant at which a checker tests whether its shards were checked, in UTC ms; null when none of them is
 * ever due.
 */
export function standbyAlarmAt({ shards }: Pick<StandbyState, "shards">, minute: number): number | null {
  const next = shards.flatMap(({ plan }) => plan.flatMap((each) => nextCheckAt(each, minute * minuteMs) ?? []));
  return next.length === 0 ? null : Math.min(...next) + afterTickMs;
}

/** Time after which unchanged data is written again, in ms. */
const resultRetentionMs = 10 * minuteMs;

/** Returns the targets and usual response times as a text for comparison. */
const questions = ({ shards, selfCheckSealed }: StandbyState) =>
  JSON.stringify([
    selfCheckSealed,
    shards.map(({ id, plan, states }) => [id, plan, plan.map((each) => states[each.id]?.usual ?? null)]),
  ]);

/**
 * Returns true when the stored data is good enough: it is written only when it differs, as each write counts against
 * the object's daily rows.
 */
export const isStandbyUnchanged = (kept: StandbyState | null, next: StandbyState): boolean =>
  kept !== null &&
  kept.results.length + next.results.length === 0 &&
  kept.awaySince === null &&
  kept.idle === 0 &&
  next.writtenAt - kept.writtenAt < resultRetentionMs &&
  questions(kept) === questions(next);
