import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runBatch } from "~/db/run-batch";
import { resendToUnconfirmed } from "~/outbox/verbs";
import { bitSetOf, hasBit, numbersInBitSet } from "~/text/bits";
import { good } from "../../../tests/support/desk";
import { polite, startRawSmtp } from "../../../tests/support/raw-smtp";
import { addressOf, arrange, someSubscribers } from "../../../tests/support/scenario";
import { type Pace, setMailer } from "../../../tests/support/smtp";
import { batchesOf, execute, noticesOf, open, toldForEach } from "../../../tests/support/told";
import { claimNoticeBatchesStatement } from "../queries/batch";
import { nextRecipientNumbers } from "../rules/hand-over";
import { runSender } from "./wake";

const { told } = toldForEach();

const minute = 60_000;
const counts = () => [...told.received().values()];

/**
 * Returns a server that takes `each` ms for an email, on each connection. Time passes for all connections at once, so
 * that none is answered twice while another waits, whatever the machine's scheduling.
 */
function slowServer(clock: { now: number }, each: number): Pace {
  const reached = new Map<string, number>();
  const waiting = new Map<string, { at: number; answer: () => void }>();
  const goOn = () => {
    if (waiting.size === 0 || [...reached.keys()].some((each) => !waiting.has(each))) return;
    const [first, { at, answer }] = [...waiting].reduce((one, other) => (other[1].at < one[1].at ? other : one));
    waiting.delete(first);
    reached.set(first, at);
    clock.now = Math.max(clock.now, at);
    answer();
  };
  return {
    opened: (connection) => void reached.set(connection, clock.now),
    mail: (connection) =>
      new Promise((answer) => {
        waiting.set(connection, { at: Math.max(clock.now, reached.get(connection) ?? 0) + each, answer });
        goOn();
      }),
    closed(connection) {
      reached.delete(connection);
      waiting.delete(connection);
      goOn();
    },
  };
}

test.each(["paid", "free"])("a slow server doubles no mail on %s, however many senders there are", async (plan) => {
  // A new object, because settings are cached for each set of bindings.
  told.deployment.bindings = { ...told.deployment.bindings, UPFRONT_PLAN: plan };
  await arrange(told.deployment, someSubscribers(told.pageId, 50));
  await open(told);
  const others: Promise<unknown>[] = [];
  told.smtp.pace(slowServer(told.deployment.clock, 7000));
  told.smtp.refuse(() => {
    others.push(told.send());
    return null;
  });
  for (let run = 0; run < 60; run++) {
    others.push(told.send().catch(() => undefined));
    // Senders start others; time passes when none is left.
    while (others.length > 0) await Promise.all(others.splice(0));
    if ((await noticesOf(told))[0]?.outcome) break;
    told.deployment.clock.now += minute;
  }
  expect(told.received().size).toBe(50);
  expect(counts().every((count) => count === 1)).toBe(true);
  expect(await noticesOf(told)).toMatchObject([{ outcome: "sent", sent: 50, unknown: 0 }]);
});

/** Returns the database of a sender that is killed after `calls` calls. */
function dying(database: D1Database, calls: number): D1Database {
  let left = calls;
  const batch = async (statements: D1PreparedStatement[]) => {
    left -= 1;
    if (left < 0) throw new Error("killed");
    return database.batch(statements);
  };
  return { prepare: (query: string) => database.prepare(query), batch } as unknown as D1Database;
}

/** Deletes everything but the page, and publishes an update to `size` subscribers. */
async function begin(size: number): Promise<void> {
  for (const table of ["subscriber", "batch", "notice"]) await execute(told, `DELETE FROM ${table}`);
  told.smtp.mails.length = 0;
  await arrange(told.deployment, someSubscribers(told.pageId, size));
  await open(told);
}

async function untilOver(): Promise<void> {
  for (let run = 0; run < 40; run++) {
    if ((await noticesOf(told))[0]?.outcome) return;
    told.deployment.clock.now += minute + 1000;
    await runSender(told.deployment.ctx());
  }
}

describe("a sender that is killed at any step, again and again", () => {
  test("everybody is told once or twice, or is unknown; nobody is neither", { timeout: 240_000 }, async () => {
    const crashes = fc.array(fc.integer({ min: 2, max: 12 }), { minLength: 1, maxLength: 5 });
    const property = fc.asyncProperty(fc.integer({ min: 1, max: 75 }), crashes, async (size, deaths) => {
      await begin(size);
      for (const calls of deaths) {
        const database = dying(told.deployment.bindings.DB, calls);
        await runSender(told.deployment.ctx(undefined, { database })).catch(() => undefined);
        told.deployment.clock.now += 2 * minute;
      }
      await untilOver();
      const [notice] = await noticesOf(told);
      const batches = await batchesOf(told, notice?.id ?? "");
      const unknown = batches.flatMap(({ recipients, unknown: bits }) =>
        recipients.filter((_, n) => Math.floor(bits / 2 ** n) % 2 === 1),
      );
      const people = Array.from({ length: size }, (_, n) => ({
        mails: told.received().get(addressOf(n)) ?? 0,
        unknown: unknown.includes(`sub${String(n).padStart(6, "0")}`),
      }));
      expect(people.filter((each) => each.mails === 0 && !each.unknown)).toEqual([]);
      expect(Math.max(...people.map(({ mails }) => mails))).toBeLessThanOrEqual(2);
      expect(notice?.recipients).toBe(size);
      expect((notice?.sent ?? 0) + (notice?.failed ?? 0) + (notice?.unknown ?? 0)).toBe(size);
      expect(notice?.unknown).toBe(unknown.length);
    });
    await fc.assert(property, { numRuns: 25 });
  });

  test("who was in hand once is sent to once more; who was twice is unknown and can be told by a button", async () => {
    await begin(12);
    for (let death = 0; death < 2; death++) {
      await execute(
        told,
        "CREATE TRIGGER killed BEFORE UPDATE ON batch WHEN NEW.done > OLD.done AND NEW.unknown = OLD.unknown BEGIN SELECT RAISE(ABORT, 'killed'); END",
      );
      await told.send();
      await execute(told, "DROP TRIGGER killed");
      told.deployment.clock.now += 2 * minute;
    }
    await untilOver();
    const [notice] = await noticesOf(told);
    expect(notice).toMatchObject({ outcome: "sent", recipients: 12, sent: 2, unknown: 10 });
    expect(counts().filter((count) => count === 2)).toHaveLength(10);
    told.smtp.mails.length = 0;
    const given = { pageId: told.pageId, id: notice?.id ?? "" };
    await good(resendToUnconfirmed(told.as("responder"), given));
    await told.deployment.settled();
    await untilOver();
    expect(told.received().size).toBe(10);
    expect(await noticesOf(told)).toMatchObject([{ outcome: "sent", recipients: 12, sent: 12, unknown: 0 }]);
    expect(await resendToUnconfirmed(told.as("responder"), given)).toMatchObject({
      ok: false,
      failure: { code: "not_over" },
    });
  });
});

test("a server that breaks off after the text of a mail: it is tried once more, then it is unknown", async () => {
  await arrange(told.deployment, someSubscribers(told.pageId, 3));
  let tries = 0;
  const raw = await startRawSmtp(
    "220 hi\r\n",
    polite((line, socket) => {
      if (line.startsWith("RCPT")) tries += line.includes(addressOf(1)) ? 1 : 0;
      if (line !== "." || !last(raw.lines).includes(addressOf(1))) return undefined;
      socket.destroy();
      return null;
    }),
  );
  await execute(told, "DELETE FROM mailer");
  await setMailer(told.deployment, raw);
  await open(told);
  for (let run = 0; run < 4; run++) {
    await told.send();
    told.deployment.clock.now += 2 * minute;
  }
  await untilOver();
  expect(tries).toBe(2);
  expect(await noticesOf(told)).toMatchObject([{ outcome: "sent", recipients: 3, sent: 2, failed: 0, unknown: 1 }]);
  await raw.close();
});

const last = (lines: readonly string[]) => lines.filter((line) => line.startsWith("RCPT")).at(-1) ?? "";

test("in any room from the least on, everybody is told in the end", { timeout: 120_000 }, async () => {
  for (const room of [18, 22, 30]) {
    await begin(30);
    for (let run = 0; run < 40 && !(await noticesOf(told))[0]?.outcome; run++) {
      const ctx = told.deployment.ctx();
      ctx.meter.statements = 39 - room;
      await runSender(ctx);
      told.deployment.clock.now += minute;
    }
    expect([room, told.received().size, (await noticesOf(told))[0]?.outcome]).toEqual([room, 30, "sent"]);
    expect(counts().every((count) => count === 1)).toBe(true);
  }
});

test("a claim names the ten that are handed over first, as the rule has them", { timeout: 120_000 }, async () => {
  const bits = fc.bigInt({ min: 0n, max: 2n ** 40n - 1n }).map(Number);
  const [{ id, ...rest }] = await begunNotice();
  const recipients = Array.from({ length: 40 }, (_, n) => `s${n}`);
  const property = fc.asyncProperty(bits, bits, bits, async (done, doubtful, inHand) => {
    await execute(told, "DELETE FROM batch");
    const sql = `INSERT INTO batch (notice_id, round, number, recipients, done, doubtful, in_hand, lease_token)
      VALUES (?1, 0, 0, ?2, ?3, ?4, ?5, 'lost')`;
    await execute(told, sql, id, JSON.stringify(recipients), done, doubtful, inHand);
    const claim = claimNoticeBatchesStatement(
      { ...rest, id, round: 0, low: 0 },
      { token: "mine", until: 2, now: 1, limit: 4 },
    );
    for (let again = 0; again < 2; again++) {
      const [answer] = await runBatch(told.deployment.ctx(), [claim]);
      const [row] = (answer?.results ?? []) as { done: number; doubtful: number; unknown: number; inHand: number }[];
      const claimed = { recipients, done: row?.done ?? 0, doubtful: row?.doubtful ?? 0 };
      expect(row?.inHand).toBe(bitSetOf(nextRecipientNumbers(claimed, new Set())));
      const [had, hand] = [numbersInBitSet(done, 40), numbersInBitSet(inHand, 40).filter((n) => !hasBit(done, n))];
      const twice = hand.filter((n) => hasBit(doubtful, n));
      expect(row?.unknown).toBe(bitSetOf(twice));
      expect(row?.done).toBe(bitSetOf([...had, ...twice]));
    }
  });
  await fc.assert(property, { numRuns: 100 });
});

async function begunNotice() {
  await begin(1);
  return (await noticesOf(told)) as [Awaited<ReturnType<typeof noticesOf>>[number]];
}
