import { isYoung } from "~/time/instants";

const minute = 60_000;
const day = 24 * 60 * minute;

/** What somebody may be mailed for, counted by the address that it goes to, over all pages and whoever asks. */
export const mailAllowances = {
  /** Invitations, confirmations and proofs of an address together: nobody there has proven that they want any. */
  unproven: [{ window: day, mails: 3 }],
  /** Of those, what a list of people who are asked has planned for days to come (people/rules/planned-mails). */
  planned: [{ window: day, mails: 3 }],
  /** By one page, whoever imports: who does not answer is not asked again. */
  asked_once: [{ window: 90 * day, mails: 1 }],
  /** Sign-in mails of a person, whoever typed the address. */
  sign_in: [
    { window: 15 * minute, mails: 5 },
    { window: day, mails: 20 },
  ],
  /** More for a browser in which this person has signed in before: strangers cannot spend it. */
  known_device: [{ window: day, mails: 10 }],
  /** For a live session that confirms who sits before it. */
  step_up: [
    { window: 15 * minute, mails: 5 },
    { window: day, mails: 20 },
  ],
  /** Proofs of addresses that one person asks for, to whatever address. */
  proofs: [
    { window: 15 * minute, mails: 5 },
    { window: day, mails: 20 },
  ],
  /** Messages with a code to addresses of one server that anybody could have given (subscribers/start-in-way). */
  proof_host: [{ window: day, mails: 20 }],
  /** Texts of a day that may find a phone off; what is one more, is told to a number that nobody has any more. */
  silent_phone: [{ window: day, mails: 2 }],
  /** Replies to a number that asks what this is. */
  text_replies: [{ window: day, mails: 5 }],
} as const;
export type MailAllowance = keyof typeof mailAllowances;

/** A confirmation waits so long after any other unproven mail to its address. */
export const confirmationPause = 10 * minute;

/** How long what was mailed counts, in ms. */
export const longestWindow = (allowance: MailAllowance): number =>
  Math.max(...mailAllowances[allowance].map(({ window }) => window));

/** What is planned counts whether it has left or will: a clock that was wrong plans nothing that is believed for longer. */
const isNear = (at: number, now: number, length: number): boolean => Math.abs(at - now) < length;

/**
 * The instants (UTC ms) with one more, or null where one more would be over the limit; what no limit counts any more is
 * forgotten. `planned`: when the same address will be mailed beside it.
 */
export function withOneMore(
  allowance: MailAllowance,
  mailedAt: readonly number[],
  now: number,
  planned: readonly number[] = [],
): number[] | null {
  const kept = mailedAt.filter((at) => isYoung(at, now, longestWindow(allowance)));
  const within = ({ window, mails }: { window: number; mails: number }) =>
    kept.filter((at) => isYoung(at, now, window)).length + planned.filter((at) => isNear(at, now, window)).length <
    mails;
  return mailAllowances[allowance].every(within) ? [...kept, now] : null;
}

/** As above for a confirmation of a subscription, which also keeps its distance to the one before and to the next. */
export function withOneConfirmation(
  mailedAt: readonly number[],
  now: number,
  planned: readonly number[] = [],
): number[] | null {
  const close =
    mailedAt.some((at) => isYoung(at, now, confirmationPause)) ||
    planned.some((at) => isNear(at, now, confirmationPause));
  return close ? null : withOneMore("unproven", mailedAt, now, planned);
}
