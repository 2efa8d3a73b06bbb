import { decideWithRetry } from "~/commit/decide-with-retry";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { minuteMs } from "~/time/durations";
import { hoursOf } from "../queries/monitor-hours";
import { type ShardRow, shardById } from "../queries/shard";
import { hourKey, type ReportedSight, reportedMinute, stepReportedMonitor } from "../rules/reported-results";
import type { ShardSights, SteppedMonitor } from "./shard-work";
import { usualOfShards } from "./usual-times";
import { writeShards } from "./write-shards";

type Results = ReadonlyMap<string, readonly ReportedSight[]>;

export interface KeptReport {
  taken: number;
  ignored: number;
  /** True when the page has to settle. */
  settles: boolean;
}

const own = (shard: ShardRow, results: Results) => shard.plan.filter(({ id }) => (results.get(id)?.length ?? 0) > 0);

/** Returns the rows of past hours for which a result is late; most reports have none. */
async function closedHours(ctx: Ctx, shard: ShardRow, results: Results): Promise<Map<string, string>> {
  const hour = Math.floor(shard.minute / 60);
  const late = own(shard, results).filter(({ id }) => results.get(id)?.some((each) => each.minute < hour * 60));
  if (late.length === 0) return new Map();
  const [rows] = await read(
    ctx,
    hoursOf(
      ctx,
      late.map(({ id }) => id),
      hour - 2,
    ),
  );
  return new Map(rows.map((row) => [hourKey(row.monitorId, row.hour), row.minutes]));
}

/** Returns the newest result of each monitor, which is shown for a change of state. */
const sightsOf = (results: Results): ShardSights["sights"] =>
  new Map(
    [...results].flatMap(([id, all]) => {
      const newest = all.toSorted((one, other) => one.minute - other.minute).at(-1);
      return newest ? [[id, newest.sight] as const] : [];
    }),
  );

async function once(ctx: Ctx, shard: ShardRow, results: Results): Promise<KeptReport> {
  const present = Math.floor(ctx.now() / minuteMs);
  const hours = await closedHours(ctx, shard, results);
  const facts = { present, shard, results, hours, usual: await usualOfShards(ctx, [shard], present) };
  const minute = reportedMinute(facts);
  const steps = shard.plan.map((monitor) => ({ monitor, step: stepReportedMonitor(monitor, facts, minute) }));
  const sum = (count: "taken" | "ignored") => steps.reduce((all, { step }) => all + step[count], 0);
  const told = { taken: sum("taken"), ignored: sum("ignored") };
  if (told.taken === 0) return { ...told, settles: false };
  const made = steps.map(
    ({ monitor, step }): SteppedMonitor => ({
      monitor,
      stepped: { ...step, hour: null, day: null },
      hours: step.hours,
      days: step.days,
    }),
  );
  const seen = { sights: sightsOf(results), opinions: new Map(), asked: new Map() };
  return { ...told, settles: (await writeShards(ctx, [{ work: { shard, minute }, made }], seen)).length > 0 };
}

/**
 * Writes a report's results for one shard in one batch, guarded by the shard’s version; decides again when the tick, a
 * person or another report wrote first. Writes nothing when nothing is new.
 */
export async function keepReport(ctx: Ctx, shard: ShardRow, results: Results): Promise<KeptReport> {
  let current: ShardRow | undefined = shard;
  if (own(shard, results).length === 0) return { taken: 0, ignored: 0, settles: false };
  return decideWithRetry(ctx, async () => {
    current ??= (await read(ctx, shardById(ctx, shard.id)))[0][0];
    if (!current) return { taken: 0, ignored: 0, settles: false };
    const given = current;
    current = undefined;
    return once(ctx, given, results);
  });
}
