import { settleAfterAnswer } from "~/change/settle-after-answer";
import { runBatch } from "~/db/run-batch";
import { fail, ok, type Result } from "~/failures/failure";
import { parseInput } from "~/fields/parse";
import { recordPing } from "~/heartbeats/record";
import { type KeptReport, keepReport } from "~/monitors/engine/keep-report";
import { compared } from "~/monitors/rules/usual";
import { as, type Ctx } from "~/platform/ctx";
import { awayFailure } from "~/platform/failure-of";
import { parseJsonBytes } from "~/text/json-text";
import { type AgentCall, callerOf, type KnownAgent } from "./calling";
import { noteAgent } from "./queries/agent";
import { afterReport, type Report, reportInput, resultsOf, skewOf } from "./rules/report";

/** What an agent is answered once its results are written. */
export interface TakenReport {
  /** Results that told something new, and those of minutes that were known or are over an hour ago. */
  taken: number;
  ignored: number;
  /** At most twenty monitors that it does not check. */
  unknown: string[];
  /** ms that our clock is ahead of its own; null where it did not say. */
  skew_ms: number | null;
  /** This very report was taken before: nothing was done. */
  repeated: boolean;
}

/** By which a report that is sent twice is known among the last pings of its heartbeat. */
const pingIdOf = async (ctx: Ctx, { headers }: AgentCall) =>
  (await ctx.secrets.hash(headers.get("webhook-id") ?? "")).slice(0, 10);

function reportIn(body: Uint8Array): Result<Report> {
  const parsed = parseJsonBytes(body);
  return parsed.ok ? parseInput(reportInput, parsed.value) : parsed;
}

/** One shard after the other: each is written before the answer, and a report that breaks off is sent again. */
async function keepAll(ctx: Ctx, { row, shards }: KnownAgent, report: Report) {
  const plan = shards.flatMap((shard) => shard.plan.map((each) => compared(each, shard.states[each.id])));
  const { results, unknown } = resultsOf(report, plan, ctx.now());
  const kept: KeptReport[] = [];
  for (const shard of shards) kept.push(await keepReport(ctx, shard, results));
  if (kept.some(({ settles }) => settles)) settleAfterAnswer(ctx, row.pageId);
  const sum = (count: "taken" | "ignored") => kept.reduce((all, each) => all + each[count], 0);
  return { taken: sum("taken"), ignored: sum("ignored"), unknown: unknown.slice(0, 20) };
}

/** That it lives: a ping of its heartbeat; and what is new of itself. */
async function noteLife(ctx: Ctx, { row }: KnownAgent, call: AgentCall, report: Report, pingId: string) {
  const said = afterReport(row, report, ctx.now(), row.reportedAt);
  if (said) await runBatch(ctx, [noteAgent(row.id, said, ctx.now())]);
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

async function take(ctx: Ctx, call: AgentCall): Promise<Result<TakenReport>> {
  const caller = await callerOf(ctx, call);
  if (!caller.ok) return caller;
  const report = reportIn(call.body);
  if (!report.ok) return report;
  const machine = as(ctx, { kind: "machine", id: call.id });
  const skew_ms = skewOf(report.value, ctx.now());
  const pingId = await pingIdOf(ctx, call);
  if (caller.value.row.pings.some((ping) => ping.id === pingId)) {
    return ok({ taken: 0, ignored: report.value.results.length, unknown: [], skew_ms, repeated: true });
  }
  const kept = await keepAll(machine, caller.value, report.value);
  const lives = await noteLife(machine, caller.value, call, report.value, pingId);
  return lives.ok ? ok({ ...kept, skew_ms, repeated: false }) : lives;
}

/**
 * Takes a report: what it says is judged as our own checks are, and written before it is answered. Failures: those of
 * `callerOf`, malformed, invalid, overloaded when the database is away: then it is to be sent again.
 */
export const takeReport = (ctx: Ctx, call: AgentCall): Promise<Result<TakenReport>> =>
  take(ctx, call).catch((error: unknown) => {
    const away = awayFailure(error);
    if (away === null) throw error;
    ctx.log.error("agent.database_away", error);
    return fail(away);
  });
