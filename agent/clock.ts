import { say } from "./log";

/** ms that the server's clock is ahead of ours: minutes and signatures go by it, what is reported by our own. */
let offset = 0;

export const minute = 60_000;
export const now = (): number => Date.now() + offset;
export const byOurClock = (at: number): number => Math.max(0, Math.round(at - offset));
export const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** By an answer's `Date`, whatever it answers, and when the call was sent: a clock of ours that is wrong is put right. */
export function readClock(date: string | undefined, sent: number): void {
  const theirs = Date.parse(date ?? "");
  const found = theirs - (sent + Date.now()) / 2;
  if (Math.abs(found - offset) < 2000 || Number.isNaN(found)) return;
  offset = found;
  say("clock", { ahead_of_ours_ms: Math.round(found) });
}
