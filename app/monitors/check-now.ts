import type { IdOnPage } from "~/access/id-on-page";
import { permitRole } from "~/access/permission";
import { readBatch } from "~/db/read";
import { fail, missingFailure, ok, type Result } from "~/failures/failure";
import { type Refusal, refusalFor } from "~/failures/refusal";
import type { Ctx } from "~/platform/ctx";
import { makeRateLimiter } from "~/platform/limiter";
import { minuteMs } from "~/time/durations";
import type { CheckFinding } from "./contract/contract";
import { monitorKindOf } from "./kinds/known-kinds";
import { openMonitorSettings, usualResponseMsOf } from "./monitor-view";
import { type MonitorByIdRow, monitorByIdQuery } from "./queries/monitor";
import { slowAboveMs } from "./rules/usual-time";

export type CheckNowFinding = CheckFinding & { at: number };

/** Maximum number of checks of one monitor in a minute, counted in this isolate's memory. */
const checksPerMinute = 6;
const limiter = makeRateLimiter(minuteMs);

/** Returns the finding of a check that could not start. */
const notCalled = (code: string, detail: Refusal): CheckFinding => ({
  verdict: "blocked" as const,
  code,
  detail,
  milliseconds: null,
  steps: [{ title: "check.settings", ok: false, detail }],
});

/** Adds a step that judges the response time; in regular checks the tick judges slowness. */
function withSlowness(found: CheckFinding, row: MonitorByIdRow): CheckFinding {
  const { verdict, milliseconds, steps } = found;
  const most = slowAboveMs({ ...row, usualMs: usualResponseMsOf(row) });
  if (verdict !== "up" || milliseconds === null || most === null) return found;
  const detail = refusalFor("check.time_limit", { milliseconds, most });
  return { ...found, steps: [...steps, { title: "check.response_time", ok: milliseconds <= most, detail }] };
}

async function look(ctx: Ctx, row: MonitorByIdRow): Promise<CheckFinding> {
  if (row.agentId !== null) return notCalled("by_agent", "check.by_agent");
  const adapter = monitorKindOf(row.kind);
  if (!adapter) return notCalled("unknown_kind", "check.unknown_monitor");
  const opened = await openMonitorSettings(ctx, row);
  if (!opened) return notCalled("sealed", "check.sealed");
  const settings = adapter.settings.safeParse(opened);
  if (!settings.success) return notCalled("settings", "check.incomplete");
  const timeout = row.timeoutSeconds * 1000;
  const found = await adapter.check({ settings: settings.data, outbound: ctx.outbound("team"), timeout, now: ctx.now });
  return withSlowness(found, row);
}

/**
 * Checks a monitor at once, paused or not, and returns each step. The result is not stored and changes no state.
 * Failures: missing, limited.
 */
export async function checkMonitorNow(ctx: Ctx, { pageId, id }: IdOnPage): Promise<Result<CheckNowFinding>> {
  const may = permitRole(ctx.actor, ctx.member, pageId, "responder");
  if (!may.ok) return may;
  const at = ctx.now();
  const [[row]] = await readBatch(ctx, monitorByIdQuery(ctx, pageId, id, at));
  if (!row) return missingFailure;
  const { allowed, retryAfter } = limiter.take(id, checksPerMinute, at);
  if (!allowed) return fail({ name: "limited", retryAfter });
  const found = await look(ctx, row);
  ctx.log.info("monitor.check_now", { monitor: id, verdict: found.verdict, code: found.code });
  return ok({ ...found, at });
}
