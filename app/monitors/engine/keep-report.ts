import { decideWithRetry } from "~/commit/decide-with-retry";
import { readBatch } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { minuteMs } from "~/time/durations";
import { monitorHoursSinceQuery } from "../queries/monitor-hours";
import { type MonitorShardRow, monitorShardByIdQuery } from "../queries/shard";
import {
  advanceReportedMonitor,
  monitorHourKey,
  type ReportedCheckResult,
  shardMinuteAfterReport,
} from "../rules/reported-results";
import type { MonitorAfterMinute, ShardCheckResults } from "./shard-work";
import { readUsualResponseTimeByMonitor } from "./usual-times";
import { writeMonitorShards } from "./write-shards";

type ReportedResultsByMonitor = ReadonlyMap<string, readonly ReportedCheckResult[]>;

export interface ShardReportResult {
  taken: number;
  ignored: number;
  /** True when the page has to settle. */
  settles: boolean;
}

const own = (shard: MonitorShardRow, results: ReportedResultsByMonitor) =>
  shard.plan.filter(({ id }) => (results.get(id)?.length ?? 0) > 0);

/** Returns the rows of past hours for which a result is late; most reports have none. */
async function closedHours(
  ctx: Ctx,
  shard: MonitorShardRow,
  results: ReportedResultsByMonitor,
): Promise<Map<string, string>> {
  const hour = Math.floor(shard.minute / 60);
  const late = own(shard, results).filter(({ id }) => results.get(id)?.some((each) => each.minute < hour * 60));
  if (late.length === 0) return new Map();
  const [rows] = await readBatch(
    ctx,
    monitorHoursSinceQuery(
      ctx,
      late.map(({ id }) => id),
      hour - 2,
    ),
  );
  return new Map(rows.map((row) => [monitorHourKey(row.monitorId, row.hour), row.minutes]));
}

/** Returns the newest result of each monitor, which is shown for a change of state. */
const sightsOf = (results: ReportedResultsByMonitor): ShardCheckResults["sights"] =>
  new Map(
    [...results].flatMap(([id, all]) => {
      const newest = all.toSorted((one, other) => one.minute - other.minute).at(-1);
      return newest ? [[id, newest.sight] as const] : [];
    }),
  );

async function once(ctx: Ctx, shard: MonitorShardRow, results: ReportedResultsByMonitor): Promise<ShardReportResult> {
  const present = Math.floor(ctx.now() / minuteMs);
  const hours = await closedHours(ctx, shard, results);
  const facts = { present, shard, results, hours, usual: await readUsualResponseTimeByMonitor(ctx, [shard], present) };
  const minute = shardMinuteAfterReport(facts);
  const steps = shard.plan.map((monitor) => ({ monitor, step: advanceReportedMonitor(monitor, facts, minute) }));
  const sum = (count: "taken" | "ignored") => steps.reduce((all, { step }) => all + step[count], 0);
  const told = { taken: sum("taken"), ignored: sum("ignored") };
  if (told.taken === 0) return { ...told, settles: false };
  const made = steps.map(
    ({ monitor, step }): MonitorAfterMinute => ({
      monitor,
      stepped: { ...step, hour: null, day: null },
      hours: step.hours,
      days: step.days,
    }),
  );
  const seen = { sights: sightsOf(results), opinions: new Map(), asked: new Map() };
  return { ...told, settles: (await writeMonitorShards(ctx, [{ work: { shard, minute }, made }], seen)).length > 0 };
}

/**
 * Writes a report's results for one shard in one batch, guarded by the shard’s version. It decides again when the tick,
 * a person or another report wrote first, and writes nothing when nothing is new.
 */
export async function writeShardReport(
  ctx: Ctx,
  shard: MonitorShardRow,
  results: ReportedResultsByMonitor,
): Promise<ShardReportResult> {
  let current: MonitorShardRow | undefined = shard;
  if (own(shard, results).length === 0) return { taken: 0, ignored: 0, settles: false };
  return decideWithRetry(ctx, async () => {
    current ??= (await readBatch(ctx, monitorShardByIdQuery(ctx, shard.id)))[0][0];
    if (!current) return { taken: 0, ignored: 0, settles: false };
    const given = current;
    current = undefined;
    return once(ctx, given, results);
  });
}
