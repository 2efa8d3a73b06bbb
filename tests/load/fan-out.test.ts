import { afterEach, beforeEach, expect, test } from "vitest";
import { printSent, sendKilled } from "../support/killed-sender";
import { addressOf, arrange, someSubscribers } from "../support/scenario";
import { noticesOf, open, openTold, subscribersOf, type Told } from "../support/told";

/** 10,000 subscribers here, 20,000 and 100,000 with `--long`; a kill costs rows, whatever the size. */
const sizes = process.env.UPFRONT_LONG === "1" ? [20_000, 100_000] : [10_000];
/** The calls before which a sender is killed, in turn: each once with the fewest subscribers. */
const deadly = [3, 4, 5, 6, 7, 8, 9];

let told: Told;
beforeEach(async () => {
  told = await openTold();
});
afterEach(() => told.close());

const indexOf = (address: string) => Number(address.slice(1, 7));
const isBounce = (address: string) => indexOf(address) % 100 === 13;
const isBusy = (address: string) => indexOf(address) % 100 === 57;

/** 2 % fail: half of them for good, half twice and then no more. */
function failSome(): void {
  const tries = new Map<string, number>();
  told.smtp.refuse((to) => {
    if (isBounce(to)) return { code: 550, text: "no such mailbox" };
    if (!isBusy(to)) return null;
    tries.set(to, (tries.get(to) ?? 0) + 1);
    return (tries.get(to) ?? 0) < 3 ? { code: 451, text: "busy" } : null;
  });
}

/** Rows written a mail: 15,000 for 100,000; on Free a batch is 20 people, of whom each has a larger part of its rows. */
const rowsEach = { whole: 0.15, free: 0.3 };

interface Case {
  size: number;
  kills: number;
  /** `whole`: few statements an invocation, and a whole batch of 50 people; `free`: 20 mails an invocation. */
  plan: keyof typeof rowsEach;
}

const cases: Case[] = [
  ...sizes.map((size): Case => ({ size, kills: size < 20_000 ? deadly.length : 20, plan: "whole" })),
  { size: 1000, kills: 0, plan: "free" },
];
const anHour = { timeout: 3_600_000 };

test.each(cases)(
  "$size subscribers ($plan), 2 % failing, $kills senders killed",
  anHour,
  async ({ plan, size, kills }) => {
    const rowsAllowed = Math.round(rowsEach[plan] * size);
    await arrange(told.deployment, someSubscribers(told.pageId, size));
    failSome();
    await open(told);
    const every = Math.max(2, Math.floor(size / 150 / (kills + 2)));
    const limit = plan === "whole" ? { mails: 1000 } : {};
    const run = await sendKilled(told, { kills, every, calls: deadly, limit });
    const received = told.received();
    const people = Array.from({ length: size }, (_, index) => addressOf(index));
    const missed = people.filter((address) => !isBounce(address) && !received.has(address));
    const extra = [...received.values()].reduce((sum, count) => sum + count - 1, 0);
    const quarantined = (await subscribersOf(told)).filter(({ state }) => state === "quarantined").length;
    printSent("fan-out", run, { of: size, missed: missed.length, extra, bound: rowsAllowed });
    expect(run.killed).toBe(kills);
    expect(missed).toEqual([]);
    expect(extra).toBeLessThanOrEqual(10 * kills * 4);
    expect(run.rows).toBeLessThanOrEqual(rowsAllowed);
    expect(quarantined).toBe(people.filter(isBounce).length);
    expect((await noticesOf(told))[0]).toMatchObject({
      outcome: "sent",
      recipients: size,
      sent: size - quarantined,
      failed: quarantined,
    });
  },
);
