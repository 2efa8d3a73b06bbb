import { maxTickSilenceMinutes, minuteOfTick } from "./listener/silence-rule.ts";
import type { WorkerRuntime } from "./runtime.ts";
import type { SchedulerObserver } from "./scheduler-watch.ts";

export interface SchedulerOptions {
  /** Observer of the start and the answer of ticks. */
  watch: SchedulerObserver;
  /** Milliseconds; a test story makes minutes pass faster. */
  minute: number;
}

/** Any answer of the worker counts: a failing database is no problem of the scheduler. */
async function fire(
  runtime: Pick<WorkerRuntime, "tick">,
  at: number,
  { watch, minute }: SchedulerOptions,
): Promise<void> {
  const late = setTimeout(() => {
    console.error(`The tick of ${new Date(at).toISOString()} has not returned for ${maxTickSilenceMinutes} minutes.`);
  }, maxTickSilenceMinutes * minute);
  late.unref();
  watch.begun();
  try {
    await runtime.tick(at);
    watch.answered();
  } catch (error) {
    console.error(`A tick failed: ${(error as Error).message}`);
  } finally {
    clearTimeout(late);
  }
}

/**
 * Runs the cron trigger of one machine: once at the start (resolves when that tick is done, after 15 s at most), then
 * at every full minute. Nothing else fires it here.
 */
export async function startScheduler(
  runtime: Pick<WorkerRuntime, "tick">,
  options: SchedulerOptions,
): Promise<{ stop(): void }> {
  const { minute } = options;
  let timer: NodeJS.Timeout;
  const wait = () => {
    const now = Date.now();
    const next = now - (now % minute) + minute;
    timer = setTimeout(() => {
      wait();
      void fire(runtime, minuteOfTick(next, Date.now(), minute), options);
    }, next - now);
  };
  const patience = new Promise((resolve) => setTimeout(resolve, 15_000).unref());
  await Promise.race([fire(runtime, Date.now(), options), patience]);
  wait();
  return { stop: () => clearTimeout(timer) };
}
