import type { ExpiryWarning, MonitorCheckResult, MonitorStateRecord } from "./monitor";

/** Days before an expiry at which the team is notified again. */
const steps = [1, 7, 14, 30] as const;

/**
 * Returns the days within which an expiry lies: the nearest step, or `from` itself, which is when warnings start.
 * `left` is in whole days. Null when it has passed, or there is nothing to warn of yet.
 */
export function nearestExpiryStepDays(left: number, from: number): number | null {
  if (left < 0 || left >= from) return null;
  return steps.find((step) => step < from && left < step) ?? from;
}

/**
 * Minutes without a warning after which it is withdrawn, because servers of one name may show different certificates.
 */
const warningMemoryMinutes = 1440;

type ExpiryCheckResult = Pick<MonitorCheckResult, "verdict" | "within">;

/**
 * Returns the warning after one more result. A nearer expiry applies at once; a later one only after no nearer one was
 * seen for a day.
 */
export function expiryWarningAfterResult(
  warned: ExpiryWarning | undefined,
  { verdict, within }: ExpiryCheckResult,
  minute: number,
): ExpiryWarning | undefined {
  if (verdict !== "degraded") return warned;
  if (within !== undefined && (!warned || within <= warned.within)) return { within, at: minute };
  if (!warned || minute - warned.at < warningMemoryMinutes) return warned;
  return within === undefined ? undefined : { within, at: minute };
}

/**
 * The change to the alert of a monitor that stays degraded: `again` fires it again, `corrected` changes its text and
 * notifies nobody else.
 */
export type AlertRepeatReason = "again" | "corrected";

type ExpiryState = Pick<MonitorStateRecord, "confirmed" | "since" | "code" | "warned">;

/**
 * Returns the change of the warning; null when it did not change. A monitor that was degraded for that reason before
 * warnings were stored does not fire again.
 */
export function alertRepeatReason(before: ExpiryState, after: ExpiryState): AlertRepeatReason | null {
  const [was, is] = [before.warned?.within, after.warned?.within];
  const stays = before.confirmed === "degraded" && after.confirmed === "degraded" && before.since === after.since;
  if (!stays || was === is) return null;
  const isNews = is !== undefined && (was === undefined ? before.code !== after.code : is < was);
  return isNews ? "again" : "corrected";
}
