import type { z } from "zod";
import { inEnglish, type Refusal, says, shortenRefusal, withTexts } from "~/failures/refusal";
import { isMailAddress } from "~/net/mail-address";
import { retryAfterSeconds } from "~/net/retry-after";
import type { OutboundAnswer, OutboundFailure } from "~/platform/outbound";
import type { Mail, MailResult, MailSession } from "./contract";
import { notAnAddress, untouchedResult } from "./contract";
import { oneLine } from "./message";

/** Longest call over HTTP, in ms. */
const mailTimeoutMs = 15_000;
/** When the status says that the email was accepted, it counts as sent even if the rest of the answer fails. */
export const statusDecides = { within: 10_000 };
/** Shortest time left, in ms, with which a call is still started. */
const minCallMs = 1000;
/** Concurrent calls; a worker keeps six connections open at once. */
const maxConcurrentCalls = 5;

/** Returns the service's answer in a form that people may see. */
export function short(text: string): Refusal {
  const line = withTexts(inEnglish(text), oneLine);
  return line === "" ? says("It said nothing.") : shortenRefusal(line, 400);
}

export const awayResult = (answer: string, retryAfter: number | null = null): MailResult => ({
  outcome: "away",
  answer: short(answer),
  retryAfter,
});

export const refusedResult = (answer: string, permanent: boolean): MailResult => ({
  outcome: "refused",
  permanent,
  answer: short(answer),
});

export const sentResult = (answer: string): MailResult => ({ outcome: "sent", answer: short(answer || "accepted") });

/** Returns the outcome of an email that may have been accepted, and that a retry could duplicate. */
export const doubtful = (answer: string): MailResult => ({
  outcome: "doubtful",
  isSafeAgain: false,
  answer: short(answer),
});

/** Answer for an email that a successful call does not mention. */
export const unsaid = says("It did not say what became of this mail.");

/** Returns true when a call without an answer may have been accepted. */
export const isInDoubt = ({ reason }: Pick<OutboundFailure, "reason">): boolean =>
  reason === "timeout" || reason === "interim";

/** Returns the outcome of a call without an answer. */
export const unansweredResult = (failure: Pick<OutboundFailure, "reason" | "detail">): MailResult =>
  isInDoubt(failure) ? doubtful(failure.detail) : awayResult(failure.detail);

/** Returns the outcome of an email from the answer to its call; a secret that the answer repeats is masked. */
export const resultOf = (
  answer: OutboundAnswer | OutboundFailure,
  secret: string,
  read: (answer: OutboundAnswer) => MailResult,
): MailResult =>
  answer.ok ? read({ ...answer, text: answer.text.replaceAll(secret, "••••") }) : unansweredResult(answer);

/** Returns the parsed answer; null when it does not match the schema. */
export function jsonIn<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Returns the seconds after which to call again, as the answer asks; a date is read by the service's own clock. */
export const waitOf = (headers: Headers): number | null => retryAfterSeconds(headers, undefined);

/** Returns the ms that a call may take; null = no time is left for one. */
export function timeFor(until: number, now: number): number | null {
  const left = Math.min(mailTimeoutMs, until - now);
  return left < minCallMs ? null : left;
}

/** Answers emails with an invalid address itself and hands all others to `hand` together. */
async function withAddresses(
  mails: readonly Mail[],
  hand: (good: readonly Mail[]) => Promise<MailResult[]>,
): Promise<MailResult[]> {
  const good = mails.filter(({ to }) => isMailAddress(to));
  const answers = (good.length > 0 ? await hand(good) : []).values();
  return mails.map(({ to }) => (isMailAddress(to) ? (answers.next().value ?? untouchedResult) : notAnAddress));
}

/** Returns the answer for the following emails when the mailer is away or slow; they are not handed over. */
function stopsBy(handed: readonly MailResult[]): MailResult | null {
  const gone = handed.find(({ outcome }) => outcome === "away");
  const slow = handed.find(({ outcome }) => outcome === "doubtful");
  return gone ?? (slow ? awayResult(slow.answer) : null);
}

/** Sends one email per call, a few at once and in order, until the mailer is away or the time is up. */
const eachByItself = (
  mails: readonly Mail[],
  hand: (mail: Mail, timeout: number) => Promise<MailResult>,
  { until, now }: { until: number; now: () => number },
): Promise<MailResult[]> =>
  withAddresses(mails, async (good) => {
    const handed: MailResult[] = [];
    for (let start = 0; start < good.length; start += maxConcurrentCalls) {
      const left = timeFor(until, now());
      const stop = left === null ? untouchedResult : stopsBy(handed);
      if (stop || left === null) return good.map((_, index) => handed[index] ?? stop ?? untouchedResult);
      handed.push(
        ...(await Promise.all(good.slice(start, start + maxConcurrentCalls).map((mail) => hand(mail, left)))),
      );
    }
    return handed;
  });

/** Returns `open` for a mailer with one email per call; its file also sets `oneCallEach`. */
export const openingEach =
  <Given extends { now: () => number }>(hand: (given: Given, mail: Mail, timeout: number) => Promise<MailResult>) =>
  (given: Given): MailSession => ({
    send: (mails, until = Number.POSITIVE_INFINITY) =>
      eachByItself(mails, (mail, timeout) => hand(given, mail, timeout), { until, now: given.now }),
    close: async () => undefined,
  });

/** Returns `open` for a mailer that takes up to `most` emails per call. */
export const openingSome =
  <Given>(most: number, hand: (given: Given, mails: readonly Mail[], until: number) => Promise<MailResult[]>) =>
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
