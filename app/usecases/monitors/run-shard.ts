import { runBatch } from "~/db/commit";
import { keepDays, keepMinute, markSilent, type ShardRow, shardById } from "~/db/queries/shard";
import { read } from "~/db/read";
import { monitorHour, monitor as monitorTable } from "~/db/schema";
import { deciding, understand } from "~/db/trouble";
import { type Statement, updateRows, upsertRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { leaving, OverBudget } from "~/platform/meter";
import type { Opinion, PlannedMonitor, Sight } from "~/rules/monitor";
import { turnSignals } from "~/rules/monitor-alerts";
import { dueMonitors, isTaken, needsLook } from "~/rules/monitor-due";
import { type Stepped, stepMonitor } from "~/rules/shard-step";
import { noNetwork } from "~/rules/sight";
import { signalStatements } from "../alerts/signal";
import { askOthers } from "./ask-others";
import { runChecks } from "./run-checks";

/** Statements at the most of what keeps a minute: one read and twelve in its batch. */
const keeping = 13;
/** A look at our own network: with a redirect, and why it failed. */
const looking = 3;

export interface ShardWork {
  shard: ShardRow;
  /** UTC ms / 60,000. */
  minute: number;
  /** UTC ms after which no check begins. */
  until: number;
  /** An address that tells whether our own network works; null = none is set. */
  selfCheck: string | null;
}

/** What one minute of a shard came to. */
export interface ShardRun {
  checked: number;
  /** The page has to settle. */
  settles: boolean;
}

interface Seen {
  sights: Map<string, Sight>;
  opinions: Map<string, Opinion[]>;
}

interface Made {
  monitor: PlannedMonitor;
  stepped: Stepped;
}

function stepAll(shard: ShardRow, minute: number, seen: Seen): Made[] {
  return shard.plan.map((monitor) => ({ monitor, stepped: stepMonitor(monitor, { minute, shard, ...seen }) }));
}

/** Why the address of our own choice does not answer; null = it does. What there is no room to find out is trouble, too. */
async function networkTrouble({ outbound, meter }: Ctx, url: string): Promise<string | null> {
  const asked = { url, timeout: 5000, redirects: 3, maxBytes: 1024 };
  try {
    const answer = await leaving(meter, keeping, () => outbound.fetch(asked));
    return answer.ok ? null : answer.code;
  } catch (error) {
    if (!(error instanceof OverBudget)) throw error;
    return "over_budget";
  }
}

/** When something is not well, whether it is us: then nobody knows anything (the issue is ours, not theirs). */
async function withoutUs(ctx: Ctx, sights: Map<string, Sight>, url: string | null): Promise<Map<string, Sight>> {
  if (url === null || [...sights.values()].every((each) => each.verdict === "up" || each.verdict === "none"))
    return sights;
  const code = await networkTrouble(ctx, url);
  if (code === null) return sights;
  ctx.log.warn("monitors.no_network", { code });
  return new Map([...sights.keys()].map((id) => [id, noNetwork]));
}

function minuteOf({ shard, minute }: ShardWork, made: readonly Made[]) {
  const rings = Object.fromEntries(made.map(({ monitor, stepped }) => [monitor.id, stepped.ring]));
  const states = Object.fromEntries(made.map(({ monitor, stepped }) => [monitor.id, stepped.state]));
  const { id, pageId, version } = shard;
  return keepMinute({ id, pageId, version, minute, rings, states });
}

function turnedRows({ shard: { pageId } }: ShardWork, made: readonly Made[]): Statement[] {
  const turned = made.flatMap(({ monitor: { id }, stepped: { turn } }) =>
    turn ? [{ id, state: turn.to, stateSince: turn.at * 60_000 }] : [],
  );
  const silent = made.flatMap(({ monitor: { id }, stepped: { silentSince } }) =>
    silentSince === undefined ? [] : [{ id, silentSince }],
  );
  return [...updateRows(monitorTable, pageId, turned), ...markSilent(pageId, silent)];
}

function historyRows(made: readonly Made[]): Statement[] {
  const hours = made.flatMap(({ monitor: { id }, stepped: { hour } }) => (hour ? [{ monitorId: id, ...hour }] : []));
  const days = made.flatMap(({ stepped: { day } }) => day ?? []);
  return [...upsertRows(monitorHour, hours, ["monitorId", "hour"]), ...keepDays(days)];
}

/** What turned as signals of its alerts, and what fell silent or speaks again as a wish to settle. */
async function alerts(ctx: Ctx, { shard }: ShardWork, made: readonly Made[], { sights }: Seen) {
  const said = made.flatMap(({ monitor, stepped: { turn } }) =>
    turn ? [{ sourceId: monitor.id, signals: turnSignals(monitor, turn, sights.get(monitor.id)) }] : [],
  );
  const silences = made.filter(({ stepped }) => stepped.silentSince !== undefined);
  const spoke = silences.flatMap(({ stepped: { spokeAt } }) => (spokeAt === null ? [] : [spokeAt * 60_000]));
  const recoveredAt = spoke.length > 0 ? Math.max(...spoke) : null;
  return signalStatements(ctx, { pageId: shard.pageId, said, settles: silences.length > 0, recoveredAt });
}

/** One batch: guarded by the shard's version, so that a doubled tick leaves nothing (protocols §7). */
async function keep(ctx: Ctx, work: ShardWork, made: readonly Made[], seen: Seen): Promise<boolean> {
  const { statements, settles } = await alerts(ctx, work, made, seen);
  const [guard, row] = minuteOf(work, made);
  const batch = [guard, ...statements, row, ...turnedRows(work, made), ...historyRows(made)];
  try {
    await runBatch(ctx, batch);
  } catch (error) {
    throw understand(error);
  }
  return settles;
}

/** Decides again with the plan of now when somebody changed a monitor meanwhile; null when the minute is taken. */
async function fresh(ctx: Ctx, { shard, minute }: ShardWork): Promise<ShardRow | null> {
  const [[row]] = await read(ctx, shardById(ctx, shard.id));
  return row && !isTaken(row.minute, minute) ? row : null;
}

async function look(ctx: Ctx, work: ShardWork): Promise<Seen> {
  const due = dueMonitors(work.shard, work.minute);
  const kept = keeping + (work.selfCheck === null ? 0 : looking);
  const sights = await runChecks(ctx, due, { until: work.until, kept });
  const seen: Seen = { sights: await withoutUs(ctx, sights, work.selfCheck), opinions: new Map() };
  const turning = stepAll(work.shard, work.minute, seen).filter(
    ({ monitor, stepped: { turn } }) => turn !== null && turn.from !== "new" && monitor.regions.length > 0,
  );
  const monitors = turning.map(({ monitor }) => monitor);
  return { ...seen, opinions: await askOthers(ctx, monitors, { minute: work.minute, kept: keeping }) };
}

/**
 * One minute of a shard (protocols §7): checks what is due, judges, asks other places before something turns, and keeps it
 * all in one batch. What did not run is no data, and first next minute. Done twice, the second changes nothing.
 */
export async function runShard(ctx: Ctx, work: ShardWork): Promise<ShardRun> {
  if (!needsLook(work.shard, work.minute)) return { checked: 0, settles: false };
  const seen = await look(ctx, work);
  let current: ShardRow | null = work.shard;
  const settles = await deciding(ctx, async () => {
    current ??= await fresh(ctx, work);
    if (!current) return false;
    const shard: ShardRow = current;
    current = null;
    return keep(ctx, { ...work, shard }, stepAll(shard, work.minute, seen), seen);
  });
  return { checked: seen.sights.size, settles };
}
