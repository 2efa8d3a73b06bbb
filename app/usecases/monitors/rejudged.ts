import type { Expectation } from "~/db/commit";
import type { MonitorFacts } from "~/db/queries/monitor";
import { carryOver } from "~/db/queries/shard";
import { monitor, monitorShard } from "~/db/schema";
import { type Statement, updateRows } from "~/db/write";
import { signalsOfPages } from "~/engines/settling/signal";
import type { Ctx } from "~/platform/ctx";
import type { ChangedMonitor } from "~/rules/monitors/input";
import { turnSignals } from "~/rules/monitors/monitor-alerts";
import { type Rejudged, rejudge } from "~/rules/monitors/rejudge";
import { present } from "../change/differences";
import { knownOf } from "./view";
import type { Moved } from "./where";

interface JudgedRows {
  /** The shard as it was read: a tick that kept a minute meanwhile has it judged again. */
  expect: Expectation[];
  changes: Statement[];
}

const nothing: JudgedRows = { expect: [], changes: [] };

function judgedAgain(row: MonitorFacts, input: ChangedMonitor): Rejudged | null {
  const { inARow, degradedAboveMs, regions, agree } = input;
  const after = { ...row, ...present({ inARow, degradedAboveMs, regions, agree }) };
  const state = knownOf(row);
  if (!state || row.pausedAt !== null) return null;
  if (after.inARow === row.inARow && after.degradedAboveMs === row.degradedAboveMs) return null;
  return rejudge({ state, ring: row.ring ?? "", end: row.minute, before: row, after });
}

/**
 * Where a threshold changes: the recent results judged by the new one, in the same commit, with the alerts that fire or end
 * by it. One that moves to another place begins anew there. One statement is read where it turns.
 */
export async function rejudgedRows(
  ctx: Ctx,
  row: MonitorFacts,
  input: ChangedMonitor,
  moved: Moved,
): Promise<JudgedRows> {
  const judged = moved.shards.length > 0 ? null : judgedAgain(row, input);
  if (!judged) return nothing;
  const { id, pageId, shardId, kind, shardVersion } = row;
  const { turn, sight, ring, state } = judged;
  const expect = [{ table: monitorShard, rows: [{ id: shardId, version: shardVersion }] }];
  const changes = [carryOver(pageId, shardId, { id, ring, known: JSON.stringify(state) })];
  if (!turn) return { expect, changes };
  const signals = turnSignals({ name: input.name ?? row.name, kind }, turn, sight);
  const [signalled] = await signalsOfPages(ctx, [{ pageId, said: [{ sourceId: id, signals }] }]);
  const turned = { id, state: turn.to, stateSince: turn.at * 60_000 };
  return { expect, changes: [...changes, ...updateRows(monitor, pageId, [turned]), ...(signalled?.statements ?? [])] };
}
