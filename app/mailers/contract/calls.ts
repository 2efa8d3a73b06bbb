import type { z } from "zod";
import { inEnglish, type Refusal, says, shortened, withTexts } from "~/failures/refusal";
import { isMailAddress } from "~/net/mail-address";
import { secondsAsked } from "~/net/retry-after";
import type { OutboundAnswer, OutboundFailure } from "~/platform/outbound";
import type { Handed, Mail, Sending } from "./contract";
import { notAnAddress, untouched } from "./contract";
import { oneLine } from "./message";

/** What the mailers that are called over HTTP have in common. */
const timeout = 15_000;
/** Who says by the status that a call was taken has it, also where the rest of the answer breaks. */
export const statusDecides = { within: 10_000 };
/** ms without which a call is not begun. */
const shortest = 1000;
/** A worker keeps six connections open at once. */
const together = 5;

/** What the other side said, as people may see it. */
export function short(text: string): Refusal {
  const line = withTexts(inEnglish(text), oneLine);
  return line === "" ? says("It said nothing.") : shortened(line, 400);
}

export const away = (answer: string, retryAfter: number | null = null): Handed => ({
  outcome: "away",
  answer: short(answer),
  retryAfter,
});

export const refused = (answer: string, permanent: boolean): Handed => ({
  outcome: "refused",
  permanent,
  answer: short(answer),
});

export const sent = (answer: string): Handed => ({ outcome: "sent", answer: short(answer || "accepted") });

/** Nobody knows whether it was taken, and a second time could double it. */
export const doubtful = (answer: string): Handed => ({
  outcome: "doubtful",
  isSafeAgain: false,
  answer: short(answer),
});

/** Of a call that was answered with success, and of this mail no word. */
export const unsaid = says("It did not say what became of this mail.");

/** Whether a call may have been taken without an answer that says so. */
export const isInDoubt = ({ reason }: Pick<OutboundFailure, "reason">): boolean =>
  reason === "timeout" || reason === "interim";

/** What became of a call that has no answer. */
export const unanswered = (failure: Pick<OutboundFailure, "reason" | "detail">): Handed =>
  isInDoubt(failure) ? doubtful(failure.detail) : away(failure.detail);

/** What became of a mail, as the answer to its call says; a secret that it repeats is covered. */
export const answered = (
  answer: OutboundAnswer | OutboundFailure,
  secret: string,
  read: (answer: OutboundAnswer) => Handed,
): Handed => (answer.ok ? read({ ...answer, text: answer.text.replaceAll(secret, "••••") }) : unanswered(answer));

/** What an answer says, as this schema has it; null = something else. */
export function jsonIn<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** In how many seconds it asks to be called again; a date by the clock that said it. */
export const waitOf = (headers: Headers): number | null => secondsAsked(headers, undefined);

/** ms that a call may take; null = there is no time left for one. */
export function timeFor(until: number, now: number): number | null {
  const left = Math.min(timeout, until - now);
  return left < shortest ? null : left;
}

/** Those with an address, all by one function; the others have theirs answered here. */
async function withAddresses(
  mails: readonly Mail[],
  hand: (good: readonly Mail[]) => Promise<Handed[]>,
): Promise<Handed[]> {
  const good = mails.filter(({ to }) => isMailAddress(to));
  const answers = (good.length > 0 ? await hand(good) : []).values();
  return mails.map(({ to }) => (isMailAddress(to) ? (answers.next().value ?? untouched) : notAnAddress));
}

/** The mailer is not there, or slow: whoever comes after is not handed over. */
function stopsBy(handed: readonly Handed[]): Handed | null {
  const gone = handed.find(({ outcome }) => outcome === "away");
  const slow = handed.find(({ outcome }) => outcome === "doubtful");
  return gone ?? (slow ? away(slow.answer) : null);
}

/** One mail a call: some at once, in order, until the mailer is away or the time is up. */
const eachByItself = (
  mails: readonly Mail[],
  hand: (mail: Mail, timeout: number) => Promise<Handed>,
  { until, now }: { until: number; now: () => number },
): Promise<Handed[]> =>
  withAddresses(mails, async (good) => {
    const handed: Handed[] = [];
    for (let start = 0; start < good.length; start += together) {
      const left = timeFor(until, now());
      const stop = left === null ? untouched : stopsBy(handed);
      if (stop || left === null) return good.map((_, index) => handed[index] ?? stop ?? untouched);
      handed.push(...(await Promise.all(good.slice(start, start + together).map((mail) => hand(mail, left)))));
    }
    return handed;
  });

/** How a mailer opens that takes one mail a call; its file says `oneCallEach` beside it. */
export const openingEach =
  <Given extends { now: () => number }>(hand: (given: Given, mail: Mail, timeout: number) => Promise<Handed>) =>
  (given: Given): Sending => ({
    send: (mails, until = Number.POSITIVE_INFINITY) =>
      eachByItself(mails, (mail, timeout) => hand(given, mail, timeout), { until, now: given.now }),
    close: async () => undefined,
  });

/** How a mailer opens that takes up to `most` mails a call. */
export const openingSome =
  <Given>(most: number, hand: (given: Given, mails: readonly Mail[], until: number) => Promise<Handed[]>) =>
  (given: Given): Sending => ({
    send: (mails, until = Number.POSITIVE_INFINITY) =>
      withAddresses(mails, async (good) => {
        const handed: Handed[] = [];
        for (let start = 0; start < good.length; start += most)
          handed.push(...(await hand(given, good.slice(start, start + most), until)));
        return handed;
      }),
    close: async () => undefined,
  });
