import type { PlannedMonitor, Sight, Verdict } from "./monitor";
import { isSameQuestion, isScheduled, nextCheckAt, type Shard } from "./monitor-due";
import { asksOthers } from "./quorum";
import { keptMinutes, type Reported } from "./reported";
import { compared } from "./usual";

/** A shard as a checker was given it last. */
export type StandbyShard = Shard & { id: string };

/** What was seen of a monitor while nobody could write it down. */
export interface StandbyResult extends Reported {
  shardId: string;
  monitorId: string;
}

/** What a checker keeps in case the database goes away. Its secrets are sealed. */
export interface Standby {
  shards: StandbyShard[];
  selfCheckSealed: string | null;
  results: StandbyResult[];
  /** Since when checks are made without the database, UTC ms; null = they are not. */
  awaySince: number | null;
  /** How often the database answered, and a shard was not looked at all the same. */
  idle: number;
  /** When it was written, UTC ms. */
  writtenAt: number;
}

/** Only the newest result of a monitor keeps its evidence. */
function withoutEvidence({ sight: { evidence: _, ...sight }, ...result }: StandbyResult): StandbyResult {
  return { ...result, sight };
}

/** With what was seen this minute; of the last hour alone, as what is older is of no use. */
export function withResults(standby: Standby, sights: ReadonlyMap<string, Sight>, minute: number): Standby {
  const fresh = standby.shards.flatMap((shard) =>
    shard.plan.flatMap(({ id: monitorId }): StandbyResult[] => {
      const sight = sights.get(monitorId);
      return sight && sight.verdict !== "none" ? [{ shardId: shard.id, monitorId, minute, sight }] : [];
    }),
  );
  const told = new Set(fresh.map(({ monitorId }) => monitorId));
  const before = usefulResults(standby, minute)
    .filter((each) => !(each.minute === minute && told.has(each.monitorId)))
    .map((each) => (told.has(each.monitorId) ? withoutEvidence(each) : each));
  return { ...standby, results: [...before, ...fresh] };
}

/** Those that a shard would still take. */
export const usefulResults = ({ results }: Standby, minute: number): StandbyResult[] =>
  results.filter((each) => each.minute > minute - keptMinutes);

/** Where other places have a say, one place alone turns nothing: only what is known already is told. */
function mayTell(monitor: PlannedMonitor, { states }: StandbyShard, { sight: { verdict } }: Reported): boolean {
  const confirmed = states[monitor.id]?.confirmed ?? "new";
  return confirmed === verdict || !asksOthers(monitor, { from: confirmed, to: verdict as Verdict });
}

/** What is still an answer to what the shard asks by now, by monitor. */
export function resultsFor(standby: Standby, shard: StandbyShard): Map<string, Reported[]> {
  const before = standby.shards.find(({ id }) => id === shard.id);
  const own = standby.results.flatMap((each) => {
    const monitor = shard.plan.find(({ id }) => id === each.monitorId);
    const asked = before?.plan.find(({ id }) => id === each.monitorId);
    const isOwn = each.shardId === shard.id && monitor !== undefined && isSameQuestion(asked, monitor);
    return isOwn && mayTell(monitor, shard, each) ? [each] : [];
  });
  const found = Map.groupBy(own, ({ monitorId }) => monitorId);
  return new Map([...found].map(([id, all]) => [id, all.map(({ minute, sight }) => ({ minute, sight }))]));
}

/** Without those that were given away. */
export function without(standby: Standby, given: readonly StandbyResult[]): Standby {
  const names = new Set(given.map(({ monitorId, minute }) => `${monitorId} ${minute}`));
  return { ...standby, results: standby.results.filter((each) => !names.has(`${each.monitorId} ${each.minute}`)) };
}

/** The monitors whose minute it is and that have not been checked in it, as what is usual of them is known. */
export function dueOnStandby({ shards, results }: Standby, minute: number): PlannedMonitor[] {
  const done = new Set(results.filter((each) => each.minute === minute).map(({ monitorId }) => monitorId));
  return shards.flatMap(({ plan, states }) =>
    plan
      .filter((each) => isScheduled(each, minute) && !done.has(each.id))
      .map((each) => compared(each, states[each.id])),
  );
}

/** So long after a minute's beginning a tick that comes has come, in ms. */
const afterTick = 45_000;

/** So long, in ms, a checker goes on while the database is away. */
export const standbyFor = 60 * 60_000;

/** When a checker looks whether its shards were looked at, UTC ms; null = nothing of them is ever due. */
export function ringsAt({ shards }: Pick<Standby, "shards">, minute: number): number | null {
  const next = shards.flatMap(({ plan }) => plan.flatMap((each) => nextCheckAt(each, minute * 60_000) ?? []));
  return next.length === 0 ? null : Math.min(...next) + afterTick;
}

/** What was kept says the same for so long, in ms. */
const keptFor = 10 * 60_000;

/** What is asked, and what is usual, in a text. */
const questions = ({ shards, selfCheckSealed }: Standby) =>
  JSON.stringify([
    selfCheckSealed,
    shards.map(({ id, plan, states }) => [id, plan, plan.map((each) => states[each.id]?.usual ?? null)]),
  ]);

/** Whether what is kept will do: it is written only where it is another, as each writing is a row of the object's day. */
export const isKeptAlready = (kept: Standby | null, next: Standby): boolean =>
  kept !== null &&
  kept.results.length + next.results.length === 0 &&
  kept.awaySince === null &&
  kept.idle === 0 &&
  next.writtenAt - kept.writtenAt < keptFor &&
  questions(kept) === questions(next);
