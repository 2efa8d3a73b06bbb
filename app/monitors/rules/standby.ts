import type { PlannedMonitor, Sight } from "./monitor";
import { dueMonitors, isSameQuestion, nextLookAt, type Shard } from "./monitor-due";
import { keptMinutes, type Reported } from "./reported";

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
  /** Since when the database has not answered, UTC ms; null = it answers. */
  awaySince: number | null;
  /** How often it answered, and a shard was not looked at all the same. */
  idle: number;
}

/** Where other places have a say, one place alone finds nothing wrong. */
const hasOthers = ({ regions, continents }: PlannedMonitor): boolean =>
  regions.length > 0 || (continents?.length ?? 0) > 0;

const isTold = (monitor: PlannedMonitor, { verdict }: Sight): boolean =>
  verdict === "up" || (verdict !== "none" && !hasOthers(monitor));

/** Only the newest result of a monitor keeps its evidence. */
function withoutEvidence({ sight: { evidence: _, ...sight }, ...result }: StandbyResult): StandbyResult {
  return { ...result, sight };
}

/** With what was seen this minute; of the last hour alone, as what is older is of no use. */
export function withResults(standby: Standby, sights: ReadonlyMap<string, Sight>, minute: number): Standby {
  const fresh = standby.shards.flatMap((shard) =>
    shard.plan.flatMap((monitor): StandbyResult[] => {
      const sight = sights.get(monitor.id);
      return sight && isTold(monitor, sight) ? [{ shardId: shard.id, monitorId: monitor.id, minute, sight }] : [];
    }),
  );
  const told = new Set(fresh.map(({ monitorId }) => monitorId));
  const before = standby.results
    .filter((each) => each.minute > minute - keptMinutes && !(each.minute === minute && told.has(each.monitorId)))
    .map((each) => (told.has(each.monitorId) ? withoutEvidence(each) : each));
  return { ...standby, results: [...before, ...fresh] };
}

/** What is still an answer to what the shard asks by now, by monitor. */
export function resultsFor(standby: Standby, shard: StandbyShard): Map<string, Reported[]> {
  const before = standby.shards.find(({ id }) => id === shard.id);
  const asks = (id: string) =>
    isSameQuestion(
      before?.plan.find((each) => each.id === id),
      shard.plan.find((each) => each.id === id),
    );
  const own = standby.results.filter((each) => each.shardId === shard.id && asks(each.monitorId));
  const found = Map.groupBy(own, ({ monitorId }) => monitorId);
  return new Map([...found].map(([id, all]) => [id, all.map(({ minute, sight }) => ({ minute, sight }))]));
}

/** The monitors that are to be checked this minute and have not been. */
export function dueOnStandby({ shards, results }: Standby, minute: number): PlannedMonitor[] {
  const done = new Set(results.filter((each) => each.minute === minute).map(({ monitorId }) => monitorId));
  return shards.flatMap((shard) => dueMonitors(shard, minute).filter(({ id }) => !done.has(id)));
}

/** So long after a minute's beginning a tick that comes has come, in ms. */
const afterTick = 45_000;

/** So long, in ms, a checker goes on while the database is away. */
export const standbyFor = 60 * 60_000;

/** When a checker looks whether its shards were looked at, UTC ms; null = nothing of them is ever due. */
export function ringsAt({ shards }: Standby, minute: number): number | null {
  const next = shards.flatMap((shard) => {
    const at = nextLookAt(shard, minute);
    return at === null ? [] : [Math.max(at, (minute + 1) * 60_000)];
  });
  return next.length === 0 ? null : Math.min(...next) + afterTick;
}
