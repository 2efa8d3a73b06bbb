import { dayMs, minuteMs } from "~/time/durations";
import { confirmationEmailPauseMs, mailAllowances } from "./mail-allowance";
import { utcDayNumber } from "./stranger-rows";

/** Days within which planned emails are sent. */
export const mailPlanningDays = 14;

/** Rows that each invited person costs, until their email is sent; a test measures them. */
export const rowsPerConfirmationRequest = 20;

/**
 * Share of strangers' rows of a day, so that a list never takes a whole day from visitors who subscribe on their own.
 */
export const plannedRowsShare = 0.5;

/** Number of emails that are sent together, and the pause before the next ones. */
const mailsPerBatch = 10;
const batchIntervalMs = 10 * minuteMs;

/** Past and planned emails to an address under the strangers' allowance, UTC ms. */
export interface MailHistory {
  mailedAt: readonly number[];
  planned: readonly number[];
}

interface MailPlanContext {
  now: number;
  /** Returns how many more may be planned for a day (people/rules/stranger-rows). */
  room(day: number): number;
}

export type MailPlanResult = { ok: true; at: number[] } | { ok: false; fits: number };

/** Returns true if an email at `at` keeps the address within its limits, together with all past and planned emails. */
export function mayPlanMailAt({ mailedAt, planned }: MailHistory, at: number): boolean {
  const away = [...mailedAt, ...planned].map((each) => Math.abs(each - at));
  const within = ({ window, mails }: { window: number; mails: number }) =>
    away.filter((each) => each < window).length < mails;
  return away.every((each) => each >= confirmationEmailPauseMs) && mailAllowances.unproven.every(within);
}

/** Yields every ten minutes from now on; each day starts at the hour at which the first did. */
function* instants(now: number): Generator<number> {
  for (let nth = 0; nth < mailPlanningDays; nth++)
    for (let at = now + nth * dayMs; at < now + (nth + 1) * dayMs; at += batchIntervalMs) yield at;
}

/**
 * Plans when each of these is emailed, in their order as far as the limits of days and addresses allow; otherwise
 * returns how many would fit.
 */
export function planMailTimes(people: readonly MailHistory[], { now, room }: MailPlanContext): MailPlanResult {
  const left = new Map<number, number>();
  const times = new Map<MailHistory, number>();
  let waiting = people;
  for (const at of instants(now)) {
    const today = left.get(utcDayNumber(at)) ?? room(utcDayNumber(at));
    const places = Math.max(0, Math.min(mailsPerBatch, today));
    if (waiting.length === 0) break;
    if (places === 0) continue;
    const chosen = waiting.filter((each) => mayPlanMailAt(each, at)).slice(0, places);
    for (const each of chosen) times.set(each, at);
    waiting = waiting.filter((each) => !times.has(each));
    left.set(utcDayNumber(at), today - chosen.length);
  }
  if (waiting.length > 0) return { ok: false, fits: times.size };
  return { ok: true, at: people.map((each) => times.get(each) ?? now) };
}
