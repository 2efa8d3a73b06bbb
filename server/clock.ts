import { maxTickSilenceMinutes, minuteOfTick } from "./listener/silence-rule.ts";
import type { WorkerRuntime } from "./runtime.ts";
import type { SchedulerObserver } from "./scheduler-watch.ts";

export interface SchedulerOptions {
  /** Observer of the start and the answer of ticks. */
  watch: SchedulerObserver;
  /** Length of a minute in ms; stories of the tests make it shorter. */
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
 * Runs ticks on one machine: one at the start, and then one at every full minute. Resolves when the first tick is done,
 * after 15 s at most. Nothing else triggers ticks here.
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
