import { signalStatementsOfPages } from "~/alerts/settling/engine/signal";
import { withoutUndefinedFields } from "~/change/differences";
import type { VersionExpectation } from "~/commit/commit";
import { monitorShardTable, monitorTable } from "~/db/schema";
import { type SqlStatement, updateRowsStatements } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { minuteMs } from "~/time/durations";
import { findUsualResponseTime } from "./engine/usual-times";
import type { PlacementMove } from "./monitor-placement";
import type { MonitorByIdRow } from "./queries/monitor";
import { copyMonitorStateStatement } from "./queries/shard";
import type { MonitorUpdate } from "./rules/input";
import { storedMonitorState } from "./rules/known-state";
import type { MonitorStateRecord, UsualResponseTime } from "./rules/monitor";
import { verdictChangeSignals } from "./rules/monitor-alerts";
import { type RejudgeResult, rejudgeResults } from "./rules/rejudge";
import { isUsualTimeDue } from "./rules/usual-time";

interface RejudgedMonitorChanges {
  /** The shard as it was read: when a tick writes a minute meanwhile, all is judged again. */
  expect: VersionExpectation[];
  changes: SqlStatement[];
}

const nothing: RejudgedMonitorChanges = { expect: [], changes: [] };

/**
 * Returns the usual response time of a monitor that is compared from now on, from its stored hours, so that it need not
 * wait for a check.
 */
async function usualAfter(
  ctx: Ctx,
  after: MonitorByIdRow,
  state: MonitorStateRecord,
): Promise<UsualResponseTime | undefined> {
  const due = isUsualTimeDue({ ...after, paused: false }, state, after.minute);
  return due ? findUsualResponseTime(ctx, after, state, after.minute) : state.usual;
}

const thresholds = ["inARow", "degradedAboveMs", "slowerThanUsual"] as const;

async function judgedAgain(ctx: Ctx, row: MonitorByIdRow, input: MonitorUpdate): Promise<RejudgeResult | null> {
  const { inARow, degradedAboveMs, slowerThanUsual, regions, agree } = input;
  const after = { ...row, ...withoutUndefinedFields({ inARow, degradedAboveMs, slowerThanUsual, regions, agree }) };
  const known = storedMonitorState(row);
  if (!known || row.pausedAt !== null || thresholds.every((each) => after[each] === row[each])) return null;
  const usual = await usualAfter(ctx, after, known);
  return rejudgeResults({
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
 * with the usual response time starts.
 */
export async function rejudgeMonitorChanges(
  ctx: Ctx,
  row: MonitorByIdRow,
  input: MonitorUpdate,
  moved: PlacementMove,
): Promise<RejudgedMonitorChanges> {
  const judged = moved.shards.length > 0 ? null : await judgedAgain(ctx, row, input);
  if (!judged) return nothing;
  const { id, pageId, shardId, kind, shardVersion } = row;
  const { turn, sight, ring, state } = judged;
  const expect = [{ table: monitorShardTable, rows: [{ id: shardId, version: shardVersion }] }];
  const changes = [copyMonitorStateStatement(pageId, shardId, { id, ring, known: JSON.stringify(state) })];
  if (!turn) return { expect, changes };
  const signals = verdictChangeSignals({ name: input.name ?? row.name, kind }, turn, sight);
  const [signalled] = await signalStatementsOfPages(ctx, [{ pageId, said: [{ sourceId: id, signals }] }]);
  const turned = { id, state: turn.to, stateSince: turn.at * minuteMs };
  return {
    expect,
    changes: [...changes, ...updateRowsStatements(monitorTable, pageId, [turned]), ...(signalled?.statements ?? [])],
  };
}
