import type { Runtime } from "./runtime.ts";

const minute = 60_000;

const fire = (runtime: Runtime, at: number) =>
  runtime.tick(at).catch((error: Error) => console.error(`A tick failed: ${error.message}`));

/**
 * The cron trigger of one machine: once at the start (resolves when that one is done, 15 s at the most), then at every
 * full minute. Nothing else fires it here.
 */
export async function startClock(runtime: Runtime): Promise<{ stop(): void }> {
  let timer: NodeJS.Timeout;
  const wait = () => {
    const now = Date.now();
    const next = now - (now % minute) + minute;
    timer = setTimeout(() => {
      wait();
      void fire(runtime, next);
    }, next - now);
  };
  const patience = new Promise((resolve) => setTimeout(resolve, 15_000).unref());
  await Promise.race([fire(runtime, Date.now()), patience]);
  wait();
  return { stop: () => clearTimeout(timer) };
}
