import { signalsOfPages } from "~/alerts/settling/engine/signal";
import { present } from "~/change/differences";
import type { VersionExpectation } from "~/commit/commit";
import { monitor, monitorShard } from "~/db/schema";
import { type Statement, updateRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { minuteMs } from "~/time/durations";
import { findUsual } from "./engine/usual-times";
import type { PlacementMove } from "./monitor-placement";
import type { MonitorFacts } from "./queries/monitor";
import { carryOver } from "./queries/shard";
import type { ChangedMonitor } from "./rules/input";
import { knownStateOf } from "./rules/known-state";
import type { MonitorState, Usual } from "./rules/monitor";
import { turnSignals } from "./rules/monitor-alerts";
import { type RejudgeResult, rejudge } from "./rules/rejudge";
import { isUsualDue } from "./rules/usual-time";

interface JudgedRows {
  /** The shard as it was read: when a tick writes a minute meanwhile, all is judged again. */
  expect: VersionExpectation[];
  changes: Statement[];
}

const nothing: JudgedRows = { expect: [], changes: [] };

/**
 * Returns the usual response time of a monitor that is compared from now on, from its stored hours, so that it need not
 * wait for a check.
 */
async function usualAfter(ctx: Ctx, after: MonitorFacts, state: MonitorState): Promise<Usual | undefined> {
  const due = isUsualDue({ ...after, paused: false }, state, after.minute);
  return due ? findUsual(ctx, after, state, after.minute) : state.usual;
}

const thresholds = ["inARow", "degradedAboveMs", "slowerThanUsual"] as const;

async function judgedAgain(ctx: Ctx, row: MonitorFacts, input: ChangedMonitor): Promise<RejudgeResult | null> {
  const { inARow, degradedAboveMs, slowerThanUsual, regions, agree } = input;
  const after = { ...row, ...present({ inARow, degradedAboveMs, slowerThanUsual, regions, agree }) };
  const known = knownStateOf(row);
  if (!known || row.pausedAt !== null || thresholds.every((each) => after[each] === row[each])) return null;
  const usual = await usualAfter(ctx, after, known);
  return rejudge({
    state: usual ? { ...known, usual } : known,
    ring: row.ring ?? "",
    end: row.minute,
    before: { ...row, usualMs: known.usual?.milliseconds ?? null },
    after: { ...after, usualMs: usual?.milliseconds ?? null },
  });
}

/**
 * Judges the recent results by changed thresholds, in the same commit, with the alerts that fire or end. A monitor that
 * moves to another place starts again there. Reads one statement when the state changes, and one when the comparison
 * with its usual starts.
 */
export async function rejudgedRows(
  ctx: Ctx,
  row: MonitorFacts,
  input: ChangedMonitor,
  moved: PlacementMove,
): Promise<JudgedRows> {
  const judged = moved.shards.length > 0 ? null : await judgedAgain(ctx, row, input);
  if (!judged) return nothing;
  const { id, pageId, shardId, kind, shardVersion } = row;
  const { turn, sight, ring, state } = judged;
  const expect = [{ table: monitorShard, rows: [{ id: shardId, version: shardVersion }] }];
  const changes = [carryOver(pageId, shardId, { id, ring, known: JSON.stringify(state) })];
  if (!turn) return { expect, changes };
  const signals = turnSignals({ name: input.name ?? row.name, kind }, turn, sight);
  const [signalled] = await signalsOfPages(ctx, [{ pageId, said: [{ sourceId: id, signals }] }]);
  const turned = { id, state: turn.to, stateSince: turn.at * minuteMs };
  return { expect, changes: [...changes, ...updateRows(monitor, pageId, [turned]), ...(signalled?.statements ?? [])] };
}
