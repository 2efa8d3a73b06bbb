import { confirmationPause, mailAllowances } from "./mail-allowance";
import { dayOf } from "./stranger-rows";

const minute = 60_000;
const day = 24 * 60 * minute;

/** Mails that are planned leave within so many days. */
export const planningDays = 14;

/** Rows that one person costs who is asked to subscribe, until their mail has left; a test measures them. */
export const askingCost = 20;

/** Of the day's rows of strangers, so that a list never takes a day from visitors who ask by themselves. */
export const shareOfPlanned = 0.5;

/** So many leave together, and then again after a while. */
const together = 10;
const apart = 10 * minute;

/** When an address was mailed under the allowance of strangers, and when it will be, UTC ms. */
export interface MailedBefore {
  mailedAt: readonly number[];
  planned: readonly number[];
}

interface Around {
  now: number;
  /** How many more may be planned for a day (people/rules/stranger-rows). */
  room(day: number): number;
}

export type PlannedMails = { ok: true; at: number[] } | { ok: false; fits: number };

/** Whether a mail at `at` leaves the address within its limits, whenever the others were or will be. */
export function mayPlan({ mailedAt, planned }: MailedBefore, at: number): boolean {
  const away = [...mailedAt, ...planned].map((each) => Math.abs(each - at));
  const within = ({ window, mails }: { window: number; mails: number }) =>
    away.filter((each) => each < window).length < mails;
  return away.every((each) => each >= confirmationPause) && mailAllowances.unproven.every(within);
}

/** Every ten minutes from now on, and each day begins at the hour at which the first did. */
function* instants(now: number): Generator<number> {
  for (let nth = 0; nth < planningDays; nth++)
    for (let at = now + nth * day; at < now + (nth + 1) * day; at += apart) yield at;
}

/** When each of these is mailed, in their order as far as the limits of each day and address allow; or how many would fit. */
export function planMails(people: readonly MailedBefore[], { now, room }: Around): PlannedMails {
  const left = new Map<number, number>();
  const times = new Map<MailedBefore, number>();
  let waiting = people;
  for (const at of instants(now)) {
    const today = left.get(dayOf(at)) ?? room(dayOf(at));
    const places = Math.max(0, Math.min(together, today));
    if (waiting.length === 0) break;
    if (places === 0) continue;
    const chosen = waiting.filter((each) => mayPlan(each, at)).slice(0, places);
    for (const each of chosen) times.set(each, at);
    waiting = waiting.filter((each) => !times.has(each));
    left.set(dayOf(at), today - chosen.length);
  }
  if (waiting.length > 0) return { ok: false, fits: times.size };
  return { ok: true, at: people.map((each) => times.get(each) ?? now) };
}
