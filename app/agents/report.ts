import { settlePageAfterAnswer } from "~/change/settle-after-answer";
import { runBatch } from "~/db/run-batch";
import { fail, ok, type Result } from "~/failures/failure";
import { parseInput } from "~/fields/parse";
import { recordPing } from "~/heartbeats/record";
import { type ShardReportResult, writeShardReport } from "~/monitors/engine/keep-report";
import { monitorWithUsualTime } from "~/monitors/rules/usual-time";
import { type Ctx, ctxAsActor } from "~/platform/ctx";
import { databaseAwayFailure } from "~/platform/failure-of";
import { parseJsonBytes } from "~/text/json-text";
import { type AgentCall, type AuthenticatedAgent, authenticateAgent } from "./agent-caller";
import { agentSelfReportStatement } from "./queries/agent";
import {
  type AgentReport,
  agentReportInputSchema,
  changedAgentSelfReport,
  clockSkewMsOfReport,
  reportResultsByMonitor,
} from "./rules/report";

/** Response to an agent once its results are written. */
export interface AgentReportResult {
  /** Number of new results; `ignored` counts those for minutes that were known or are over an hour ago. */
  taken: number;
  ignored: number;
  /** Ids of monitors that it does not check, at most twenty. */
  unknown: string[];
  /** Difference by which our clock is ahead of its own, in ms; null when it did not send its time. */
  skew_ms: number | null;
  /** True when this same report was accepted before, and nothing was done. */
  repeated: boolean;
}

/** Returns the id by which a repeated report is recognised among the last pings of its heartbeat. */
const pingIdOf = async (ctx: Ctx, { headers }: AgentCall) =>
  (await ctx.secrets.hash(headers.get("webhook-id") ?? "")).slice(0, 10);

function reportIn(body: Uint8Array): Result<AgentReport> {
  const parsed = parseJsonBytes(body);
  return parsed.ok ? parseInput(agentReportInputSchema, parsed.value) : parsed;
}

/** Writes the shards in sequence before the response. The agent sends an interrupted report again. */
async function keepAll(ctx: Ctx, { row, shards }: AuthenticatedAgent, report: AgentReport) {
  const plan = shards.flatMap((shard) => shard.plan.map((each) => monitorWithUsualTime(each, shard.states[each.id])));
  const { results, unknown } = reportResultsByMonitor(report, plan, ctx.now());
  const kept: ShardReportResult[] = [];
  for (const shard of shards) kept.push(await writeShardReport(ctx, shard, results));
  if (kept.some(({ settles }) => settles)) settlePageAfterAnswer(ctx, row.pageId);
  const sum = (count: "taken" | "ignored") => kept.reduce((all, each) => all + each[count], 0);
  return { taken: sum("taken"), ignored: sum("ignored"), unknown: unknown.slice(0, 20) };
}

/** Records a ping of the agent's heartbeat, and any news about the agent itself. */
async function noteLife(ctx: Ctx, { row }: AuthenticatedAgent, call: AgentCall, report: AgentReport, pingId: string) {
  const said = changedAgentSelfReport(row, report, ctx.now(), row.reportedAt);
  if (said) await runBatch(ctx, [agentSelfReportStatement(row.id, said, ctx.now())]);
  return recordPing(ctx, {
    address: { id: row.id },
    action: "success",
    ...(report.run === "" ? {} : { rid: report.run }),
    create: false,
    method: "POST",
    from: call.from,
    agent: report.program || (call.headers.get("user-agent") ?? ""),
    body: { bytes: new Uint8Array(), truncated: false },
    id: pingId,
  });
}

async function take(ctx: Ctx, call: AgentCall): Promise<Result<AgentReportResult>> {
  const caller = await authenticateAgent(ctx, call);
  if (!caller.ok) return caller;
  const report = reportIn(call.body);
  if (!report.ok) return report;
  const machine = ctxAsActor(ctx, { kind: "machine", id: call.id });
  const skew_ms = clockSkewMsOfReport(report.value, ctx.now());
  const pingId = await pingIdOf(ctx, call);
  if (caller.value.row.pings.some((ping) => ping.id === pingId)) {
    return ok({ taken: 0, ignored: report.value.results.length, unknown: [], skew_ms, repeated: true });
  }
  const kept = await keepAll(machine, caller.value, report.value);
  const lives = await noteLife(machine, caller.value, call, report.value, pingId);
  return lives.ok ? ok({ ...kept, skew_ms, repeated: false }) : lives;
}

/**
 * Accepts a report: its results are judged as our own checks are, and written before the answer. Failures: those of
 * `authenticateAgent`, malformed, invalid, overloaded when the database is away, so that the report is sent again.
 */
export const acceptAgentReport = (ctx: Ctx, call: AgentCall): Promise<Result<AgentReportResult>> =>
  take(ctx, call).catch((error: unknown) => {
    const away = databaseAwayFailure(error);
    if (away === null) throw error;
    ctx.log.error("agent.database_away", error);
    return fail(away);
  });
