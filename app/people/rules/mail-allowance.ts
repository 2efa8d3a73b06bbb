import { dayMs, minuteMs } from "~/time/durations";
import { isRecentInstant } from "~/time/instants";

/** Limits of emails by reason, counted per address over all pages and all who ask. */
export const mailAllowances = {
  /**
   * Invitations, confirmations and verifications of an address together: their recipients have not confirmed that they
   * want any.
   */
  unproven: [{ window: dayMs, mails: 3 }],
  /** The emails of those that a list of invited people has planned for coming days (people/rules/planned-mails). */
  planned: [{ window: dayMs, mails: 3 }],
  /** Confirmation requests of one page, by any importer. A person who does not answer gets no further request. */
  asked_once: [{ window: 90 * dayMs, mails: 1 }],
  /** Sign-in emails of a person; it does not matter who typed the address. */
  sign_in: [
    { window: 15 * minuteMs, mails: 5 },
    { window: dayMs, mails: 20 },
  ],
  /**
   * Additional emails for a browser with which this person has signed in before, so that strangers cannot use them up.
   */
  known_device: [{ window: dayMs, mails: 10 }],
  /** Emails of a live session that confirm who uses it. */
  step_up: [
    { window: 15 * minuteMs, mails: 5 },
    { window: dayMs, mails: 20 },
  ],
  /** Verifications that one person requests, at any address. */
  proofs: [
    { window: 15 * minuteMs, mails: 5 },
    { window: dayMs, mails: 20 },
  ],
  /** Messages with a code to addresses of one server that any stranger could have given (subscribers/request-code). */
  proof_host: [{ window: dayMs, mails: 20 }],
  /**
   * Text messages of a day that may fail because a phone is off. After one more the number is treated as no longer
   * existing.
   */
  silent_phone: [{ window: dayMs, mails: 2 }],
  /** Replies to a number that asks what this is. */
  text_replies: [{ window: dayMs, mails: 5 }],
} as const;
export type MailAllowance = keyof typeof mailAllowances;

/** Pause before a confirmation after any other unproven email to its address. */
export const confirmationEmailPauseMs = 10 * minuteMs;

/** Returns the longest time for which an email counts, in ms. */
export const longestMailWindowMs = (allowance: MailAllowance): number =>
  Math.max(...mailAllowances[allowance].map(({ window }) => window));

/**
 * Returns true for a planned email within the window, in either direction, so that an email planned by a wrong clock
 * does not count for longer.
 */
const isNear = (at: number, now: number, length: number): boolean => Math.abs(at - now) < length;

/**
 * Returns the instants (UTC ms) with one more, or null if that would exceed the limit. Instants that no limit counts
 * any more are dropped. `planned` are the emails planned for the same address.
 */
export function withOneMoreMail(
  allowance: MailAllowance,
  mailedAt: readonly number[],
  now: number,
  planned: readonly number[] = [],
): number[] | null {
  const kept = mailedAt.filter((at) => isRecentInstant(at, now, longestMailWindowMs(allowance)));
  const within = ({ window, mails }: { window: number; mails: number }) =>
    kept.filter((at) => isRecentInstant(at, now, window)).length +
      planned.filter((at) => isNear(at, now, window)).length <
    mails;
  return mailAllowances[allowance].every(within) ? [...kept, now] : null;
}

/** Does the same for the confirmation of a subscription, which must also keep a pause before and after other emails. */
export function withOneConfirmation(
  mailedAt: readonly number[],
  now: number,
  planned: readonly number[] = [],
): number[] | null {
  const close =
    mailedAt.some((at) => isRecentInstant(at, now, confirmationEmailPauseMs)) ||
    planned.some((at) => isNear(at, now, confirmationEmailPauseMs));
  return close ? null : withOneMoreMail("unproven", mailedAt, now, planned);
}
