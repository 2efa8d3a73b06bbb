import { afterEach, beforeEach, expect, test } from "vitest";
import { printSent, sendKilled } from "../support/killed-sender";
import { type ManyInWays, manyInWays } from "../support/many-in-ways";
import { addressOf, arrange, someSubscribers } from "../support/scenario";
import { noticesOf, open, openTold, subscribersOf, type Told } from "../support/told";

/** 10,000 subscribers here, 100,000 with `--long`: 60 % by mail, 20 % each by pushes and by webhooks. */
const sizes = [process.env.UPFRONT_LONG === "1" ? 100_000 : 10_000];
/** The calls before which a sender is killed, in turn: in the middle of its work. Every fourth, so that each of the three lines is. */
const deadly = [11, 16, 21, 26, 13, 18, 23];
/** Of the one batch that a sender has in flight. */
const inHand = 10;

let told: Told;
let ways: ManyInWays;
beforeEach(async () => {
  told = await openTold({ bindings: { UPFRONT_PLAN: "paid" } });
  askedUntil.clear();
  tooSoon.clear();
});
afterEach(() => told.close());

/** When pushes may be called again that asked for a minute, by their number; which of them were called sooner. */
const askedUntil = new Map<number, number>();
const tooSoon = new Set<number>();

function answerToPush(n: number) {
  const { now } = told.deployment.clock;
  const until = askedUntil.get(n);
  if (until === undefined) {
    askedUntil.set(n, now + 60_000);
    return { status: 429, headers: { "retry-after": "60" } };
  }
  if (now < until) tooSoon.add(n);
  return null;
}

/** 2 % fail: half of them for good, half twice and then no more; a service for pushes says until when, and takes it then. */
const isGone = (n: number) => n % 100 === 13;
const isBusy = (n: number) => n % 100 === 57;

function failSome(firstWebhook: number): void {
  const tries = new Map<string, number>();
  told.smtp.refuse((to) => {
    const n = Number(to.slice(1, 7));
    if (isGone(n)) return { code: 550, text: "no such mailbox" };
    if (!isBusy(n)) return null;
    tries.set(to, (tries.get(to) ?? 0) + 1);
    return (tries.get(to) ?? 0) < 3 ? { code: 451, text: "busy" } : null;
  });
  ways = manyInWays(told, (n, times) => {
    if (isGone(n)) return { status: 410 };
    if (!isBusy(n)) return null;
    if (n < firstWebhook) return answerToPush(n);
    return times < 3 ? { status: 503 } : null;
  });
}

const anHour = { timeout: 3_600_000 };

const cases = sizes.map((size) => ({ size, kills: Math.round(size / 5000) }));

test.each(cases)(
  "$size subscribers by mail, pushes and webhooks, 2 % failing, $kills senders killed",
  anHour,
  async ({ size, kills }) => {
    const [firstPush, firstWebhook] = [0.6 * size, 0.8 * size];
    const bound = 0.15 * size;
    failSome(firstWebhook);
    await arrange(told.deployment, someSubscribers(told.pageId, firstPush));
    await ways.subscribe("web-push", firstPush, firstWebhook);
    await ways.subscribe("webhook", firstWebhook, size);
    await open(told);
    const sent = await sendKilled(told, { kills, every: 4, calls: deadly });
    const mails = told.received();
    const timesTold = (n: number) => (n < firstPush ? mails.get(addressOf(n)) : ways.took.get(n)) ?? 0;
    const people = [...Array(size).keys()];
    const missed = people.filter((n) => !isGone(n) && timesTold(n) === 0);
    const extra = people.reduce((sum, n) => sum + Math.max(0, timesTold(n) - 1), 0);
    printSent("mixed-fan-out", sent, { of: size, missed: missed.length, extra, bound });
    expect(sent.killed).toBeGreaterThanOrEqual(kills);
    expect(missed).toEqual([]);
    expect([askedUntil.size, [...tooSoon]]).toEqual([(firstWebhook - firstPush) / 100, []]);
    expect(extra).toBeLessThanOrEqual(inHand * sent.killed);
    expect(sent.rows).toBeLessThanOrEqual(bound);
    const states = Object.groupBy(await subscribersOf(told), ({ state }) => state);
    const [bounced, gone] = [states.quarantined?.length, states.unsubscribed?.length];
    expect([bounced, gone]).toEqual([firstPush / 100, (size - firstPush) / 100]);
    const outcomes = (await noticesOf(told)).map(({ way, outcome, recipients, failed }) => [
      way,
      outcome,
      recipients,
      failed,
    ]);
    expect(outcomes.toSorted()).toEqual([
      [null, "sent", firstPush, firstPush / 100],
      ["web-push", "sent", firstWebhook - firstPush, (firstWebhook - firstPush) / 100],
      ["webhook", "sent", size - firstWebhook, (size - firstWebhook) / 100],
    ]);
  },
);
