import { afterEach, beforeEach, expect, test } from "vitest";
import { runSender } from "~/engines/telling/wake";
import { addressOf, addSubscribers, noticesOf, open, openTold, subscribersOf, type Told } from "../support/told";

/** 10,000 subscribers here, 20,000 and 100,000 with `--long`, 100,000 in `npm run bench`; a kill costs rows, whatever the size. */
const given = process.env.UPFRONT_FAN_OUT;
const usual = process.env.UPFRONT_LONG === "1" ? [20_000, 100_000] : [10_000];
const sizes = given ? [Number(given)] : usual;
/** The calls before which a sender is killed, in turn: each once with the fewest subscribers. */
const deadly = [3, 4, 5, 6, 7, 8, 9];

let told: Told;
beforeEach(async () => {
  told = await openTold();
});
afterEach(() => told.close());

/** The database as a sender sees it that is killed after so many calls. */
function dying(database: D1Database, calls: number): D1Database {
  let left = calls;
  const batch = async (statements: D1PreparedStatement[]) => {
    left -= 1;
    if (left < 0) throw new Error("killed");
    return database.batch(statements);
  };
  return { prepare: (query: string) => database.prepare(query), batch } as unknown as D1Database;
}

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
    await addSubscribers(told, size);
    failSome();
    await open(told);
    const started = performance.now();
    let [rows, read, invocations, killed] = [0, 0, 0, 0];
    const between = Math.max(2, Math.floor(size / 150 / (kills + 2)));
    for (;;) {
      const dies = killed < kills && invocations % between === between - 1;
      const binding = dies
        ? { database: dying(told.deployment.bindings.DB, deadly[killed % deadly.length] as number) }
        : undefined;
      const ctx = told.deployment.ctx(undefined, binding);
      if (plan === "whole") ctx.meter.limit = { ...ctx.meter.limit, mails: 1000 };
      await runSender(ctx).catch(() => undefined);
      if (dies) killed += 1;
      rows += ctx.meter.written;
      read += ctx.meter.read;
      invocations += 1;
      const [notice] = await noticesOf(told);
      if (notice?.outcome) break;
      const due = notice?.notBefore ?? 0;
      if (due > told.deployment.clock.now) told.deployment.clock.now = due;
    }
    const seconds = (performance.now() - started) / 1000;
    const received = told.received();
    const people = Array.from({ length: size }, (_, index) => addressOf(index));
    const missed = people.filter((address) => !isBounce(address) && !received.has(address));
    const extra = [...received.values()].reduce((sum, count) => sum + count - 1, 0);
    const quarantined = (await subscribersOf(told)).filter(({ state }) => state === "quarantined").length;
    console.log(
      [
        "| subscribers | kills | missed | told twice | rows written (allowed) | rows read | invocations | seconds |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
        `| ${size} | ${killed} | ${missed.length} | ${extra} | ${rows} (${rowsAllowed}) | ${read} | ${invocations} | ${seconds.toFixed(0)} |`,
      ].join("\n"),
    );
    expect(killed).toBe(kills);
    expect(missed).toEqual([]);
    expect(extra).toBeLessThanOrEqual(10 * kills * 4);
    expect(rows).toBeLessThanOrEqual(rowsAllowed);
    expect(quarantined).toBe(people.filter(isBounce).length);
    expect((await noticesOf(told))[0]).toMatchObject({
      outcome: "sent",
      recipients: size,
      sent: size - quarantined,
      failed: quarantined,
    });
  },
);
