import { logEvent } from "./log";

/**
 * Lead of the server's clock over ours, in ms: minutes and signatures use the server's clock, reported times our own.
 */
let offset = 0;

export const serverTimeMs = (): number => Date.now() + offset;
export const toAgentClock = (at: number): number => Math.max(0, Math.round(at - offset));
export const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Corrects our clock by the `Date` of an answer, whatever its status, and the time when the call was sent. */
export function correctAgentClock(date: string | undefined, sent: number): void {
  const theirs = Date.parse(date ?? "");
  const found = theirs - (sent + Date.now()) / 2;
  if (Math.abs(found - offset) < 2000 || Number.isNaN(found)) return;
  offset = found;
  logEvent("clock", { ahead_of_ours_ms: Math.round(found) });
}
