import { minuteMs } from "~/time/durations";
import type { Ctx } from "./ctx";
import { oncePerDeployment } from "./isolate";

/** Milliseconds that Durable Objects worked for this isolate and that no row counts yet. */
const unwritten = oncePerDeployment(() => ({ milliseconds: 0 }));

const addMilliseconds = (ctx: Pick<Ctx, "bindings">, milliseconds: number): void => {
  unwritten(ctx).milliseconds += Math.max(0, Math.round(milliseconds));
};

/**
 * Adds the time since an object was called, in ms; at most `longest`, because a clock that jumps would count a day that no
 * object worked.
 */
export const addObjectTime = (ctx: Pick<Ctx, "bindings" | "now">, startedAt: number, longest: number): void =>
  addMilliseconds(ctx, Math.min(ctx.now() - startedAt, longest));

/** Returns the time that waits to be written, in ms, and how to say that it was written. */
export function takeUnwrittenObjectTime(ctx: Pick<Ctx, "bindings">): { milliseconds: number; written: () => void } {
  const counted = unwritten(ctx);
  const { milliseconds } = counted;
  const written = () => {
    counted.milliseconds -= milliseconds;
  };
  return { milliseconds, written };
}

const header = "x-object-ms";

/** Adds to an object's answer the time of its alarms and of objects that it called, which nothing else would count. */
export function withObjectTimeHeader(ctx: Pick<Ctx, "bindings">, answer: Response): Response {
  const { milliseconds, written } = takeUnwrittenObjectTime(ctx);
  if (milliseconds === 0) return answer;
  written();
  answer.headers.set(header, `${milliseconds}`);
  return answer;
}

/** Adds what an object's answer says of others. */
export function addReportedObjectTime(ctx: Pick<Ctx, "bindings">, { headers }: Response): void {
  const said = Number(headers.get(header) ?? 0);
  if (Number.isFinite(said)) addMilliseconds(ctx, said);
}

/** Longest alarm that is counted, in ms; its work ends before. */
const maxAlarmMs = minuteMs;

/** Counts the work of an object's alarm. */
export async function runCountingAlarmTime<T>(ctx: Pick<Ctx, "bindings" | "now">, work: () => Promise<T>): Promise<T> {
  const startedAt = ctx.now();
  return work().finally(() => addObjectTime(ctx, startedAt, maxAlarmMs));
}
