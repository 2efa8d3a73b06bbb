import type { z } from "zod";
import { englishSentence, englishText, mapTextsInRefusal, type Refusal, shortenRefusal } from "~/failures/refusal";
import { isMailAddress } from "~/net/mail-address";
import { retryAfterSeconds } from "~/net/retry-after";
import type { OutboundAnswer, OutboundFailure } from "~/platform/outbound";
import type { MailResult, MailSession, OutgoingMail } from "./contract";
import { notAnAddressResult, untouchedMailResult } from "./contract";
import { toSingleHeaderLine } from "./message";

/** Longest call over HTTP, in ms. */
const mailTimeoutMs = 15_000;
/**
 * Only the status of the response is read. If it reports that the email was accepted, the email was sent even if the
 * rest of the response fails.
 */
export const statusOnlyCallOptions = { within: 10_000 };
/** Shortest time left, in ms, with which a call is still started. */
const minCallMs = 1000;
/** Concurrent calls; a worker keeps six connections open at once. */
const maxConcurrentCalls = 5;

/** Returns the service's answer in a form that people may see. */
export function shortAnswerRefusal(text: string): Refusal {
  const line = mapTextsInRefusal(englishText(text), toSingleHeaderLine);
  return line === "" ? englishSentence("It gave no details.") : shortenRefusal(line, 400);
}

export const mailerAwayResult = (answer: string, retryAfter: number | null = null): MailResult => ({
  outcome: "away",
  answer: shortAnswerRefusal(answer),
  retryAfter,
});

export const refusedMailResult = (answer: string, permanent: boolean): MailResult => ({
  outcome: "refused",
  permanent,
  answer: shortAnswerRefusal(answer),
});

export const sentMailResult = (answer: string): MailResult => ({
  outcome: "sent",
  answer: shortAnswerRefusal(answer || "accepted"),
});

/** Returns the outcome of an email that may have been accepted, and that a retry could duplicate. */
export const doubtfulMailResult = (answer: string): MailResult => ({
  outcome: "doubtful",
  isSafeAgain: false,
  answer: shortAnswerRefusal(answer),
});

/** Answer for an email that a successful call does not mention. */
export const unmentionedMailAnswer = englishSentence("It did not report the result of this email.");

/** Returns true when a call without an answer may have been accepted. */
export const isCallInDoubt = ({ reason }: Pick<OutboundFailure, "reason">): boolean =>
  reason === "timeout" || reason === "interim";

/** Returns the outcome of a call without an answer. */
export const unansweredMailResult = (failure: Pick<OutboundFailure, "reason" | "detail">): MailResult =>
  isCallInDoubt(failure) ? doubtfulMailResult(failure.detail) : mailerAwayResult(failure.detail);

/** Returns the outcome of an email from the answer to its call; a secret that the answer repeats is masked. */
export const mailResultOfCall = (
  answer: OutboundAnswer | OutboundFailure,
  secret: string,
  read: (answer: OutboundAnswer) => MailResult,
): MailResult =>
  answer.ok ? read({ ...answer, text: answer.text.replaceAll(secret, "••••") }) : unansweredMailResult(answer);

/** Returns the parsed answer; null when it does not match the schema. */
export function parseJsonAs<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Returns the seconds after which to call again, as the answer asks; a date is read by the service's own clock. */
export const retryAfterOfHeaders = (headers: Headers): number | null => retryAfterSeconds(headers, undefined);

/** Returns the ms that a call may take; null = no time is left for one. */
export function callTimeLeft(until: number, now: number): number | null {
  const left = Math.min(mailTimeoutMs, until - now);
  return left < minCallMs ? null : left;
}

/** Answers emails with an invalid address itself and hands all others to `hand` together. */
async function withAddresses(
  mails: readonly OutgoingMail[],
  hand: (good: readonly OutgoingMail[]) => Promise<MailResult[]>,
): Promise<MailResult[]> {
  const good = mails.filter(({ to }) => isMailAddress(to));
  const answers = (good.length > 0 ? await hand(good) : []).values();
  return mails.map(({ to }) =>
    isMailAddress(to) ? (answers.next().value ?? untouchedMailResult) : notAnAddressResult,
  );
}

/** Returns the answer for the following emails when the mailer is away or slow; they are not handed over. */
function stopsBy(handed: readonly MailResult[]): MailResult | null {
  const gone = handed.find(({ outcome }) => outcome === "away");
  const slow = handed.find(({ outcome }) => outcome === "doubtful");
  return gone ?? (slow ? mailerAwayResult(slow.answer) : null);
}

/** Sends one email per call, a few at once and in order, until the mailer is unavailable or the time is up. */
const eachByItself = (
  mails: readonly OutgoingMail[],
  hand: (mail: OutgoingMail, timeout: number) => Promise<MailResult>,
  { until, now }: { until: number; now: () => number },
): Promise<MailResult[]> =>
  withAddresses(mails, async (good) => {
    const handed: MailResult[] = [];
    for (let start = 0; start < good.length; start += maxConcurrentCalls) {
      const left = callTimeLeft(until, now());
      const stop = left === null ? untouchedMailResult : stopsBy(handed);
      if (stop || left === null) return good.map((_, index) => handed[index] ?? stop ?? untouchedMailResult);
      handed.push(
        ...(await Promise.all(good.slice(start, start + maxConcurrentCalls).map((mail) => hand(mail, left)))),
      );
    }
    return handed;
  });

/** Returns `open` for a mailer with one email per call; its file also sets `oneCallEach`. */
export const makeSingleMailSessionOpener =
  <Given extends { now: () => number }>(
    hand: (given: Given, mail: OutgoingMail, timeout: number) => Promise<MailResult>,
  ) =>
  (given: Given): MailSession => ({
    send: (mails, until = Number.POSITIVE_INFINITY) =>
      eachByItself(mails, (mail, timeout) => hand(given, mail, timeout), { until, now: given.now }),
    close: async () => undefined,
  });

/** Returns `open` for a mailer that takes up to `most` emails per call. */
export const makeMailGroupSessionOpener =
  <Given>(most: number, hand: (given: Given, mails: readonly OutgoingMail[], until: number) => Promise<MailResult[]>) =>
  (given: Given): MailSession => ({
    send: (mails, until = Number.POSITIVE_INFINITY) =>
      withAddresses(mails, async (good) => {
        const handed: MailResult[] = [];
        for (let start = 0; start < good.length; start += most)
          handed.push(...(await hand(given, good.slice(start, start + most), until)));
        return handed;
      }),
    close: async () => undefined,
  });
