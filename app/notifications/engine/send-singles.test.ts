import { afterEach, beforeEach, expect, test } from "vitest";
import { arrange, asked, waitingNotices } from "../../../tests/support/scenario";
import { batchesOf, execute, noticesOf, openTold, type Told } from "../../../tests/support/told";
import { sendNotices } from "./send";

let told: Told;
beforeEach(async () => {
  told = await openTold();
});
afterEach(() => told.close());

const minute = 60_000;

async function ask(count: number): Promise<void> {
  await arrange(told.deployment, asked(told.pageId, count));
  await arrange(told.deployment, waitingNotices(told.pageId, { count }));
}

const outcomes = async () => (await noticesOf(told)).map(({ outcome }) => outcome);

test("ten confirmations of a page cost as many statements as two, and leave in one run on Free", async () => {
  const costs: number[] = [];
  for (const count of [2, 10]) {
    for (const table of ["subscriber", "batch", "notice"]) await execute(told, `DELETE FROM ${table}`);
    await ask(count);
    const ctx = told.deployment.ctx();
    await sendNotices(ctx);
    costs.push(ctx.meter.statements);
    expect(await outcomes()).toEqual(Array.from({ length: count }, () => "sent"));
  }
  expect(costs[1]).toBe(costs[0]);
  expect(costs[1]).toBeLessThanOrEqual(19);
});

test("each has its own link, and its own end", async () => {
  await ask(4);
  await execute(told, "UPDATE subscriber SET state = 'active', confirmed_at = 1 WHERE id LIKE '%asked1'");
  await execute(told, "DELETE FROM subscriber WHERE id LIKE '%asked2'");
  await told.sendAll();
  const links = told.smtp.mails.map(({ text = "" }) => /subscriptions\/(\S+)/.exec(text)?.[1]);
  expect(new Set(links).size).toBe(2);
  expect((await outcomes()).sort()).toEqual(["obsolete", "obsolete", "sent", "sent"]);
});

test("one that is refused for now is tried again, one for good is not, and the others are sent", async () => {
  await ask(4);
  told.smtp.refuse((to) => {
    if (to.startsWith("asked1@")) return { code: 450, text: "later" };
    return to.startsWith("asked2@") ? { code: 550, text: "nobody here" } : null;
  });
  await told.sendAll();
  const rows = await noticesOf(told);
  const said = rows.map(({ outcome, sent, failed, round }) => `${outcome} ${sent} ${failed} ${round}`);
  expect(said.sort()).toEqual(["dead 0 1 0", "null 0 1 1", "sent 1 0 0", "sent 1 0 0"]);
  told.smtp.refuse(() => null);
  told.deployment.clock.now += 10 * minute;
  await told.sendAll();
  expect(Object.fromEntries(told.received())).toEqual({
    "asked0@example.com": 1,
    "asked1@example.com": 1,
    "asked3@example.com": 1,
  });
});

test("without a mailer that works all of them wait, and leave once when it is back", async () => {
  await ask(4);
  told.smtp.refuse(() => ({ code: 421, text: "closing" }));
  await told.send();
  expect(await noticesOf(told)).toMatchObject(
    Array.from({ length: 4 }, () => ({ outcome: null, reason: "mail_away" })),
  );
  told.smtp.refuse(() => null);
  for (let run = 0; run < 6; run++) {
    told.deployment.clock.now += 2 * minute;
    await told.sendAll();
  }
  expect([...told.received().values()]).toEqual([1, 1, 1, 1]);
  expect(await outcomes()).toEqual(["sent", "sent", "sent", "sent"]);
});

test("two senders at once tell each of them once", async () => {
  await ask(4);
  await Promise.all([told.send(), told.send(), told.send()]);
  await told.sendAll();
  expect([...told.received().values()]).toEqual([1, 1, 1, 1]);
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

test("a sender that is killed at any of its calls leaves nobody out, and tells nobody three times", async () => {
  for (let calls = 1; calls < 9; calls++) {
    for (const table of ["subscriber", "batch", "notice"]) await execute(told, `DELETE FROM ${table}`);
    told.smtp.mails.length = 0;
    await ask(3);
    const killed = told.deployment.ctx(undefined, { database: dying(told.deployment.bindings.DB, calls) });
    await sendNotices(killed).catch(() => undefined);
    for (let run = 0; run < 4; run++) {
      told.deployment.clock.now += 2 * minute;
      await told.sendAll();
    }
    expect(await outcomes(), `${calls} calls`).toEqual(["sent", "sent", "sent"]);
    expect(told.received().size, `${calls} calls`).toBe(3);
    expect(Math.max(...told.received().values()), `${calls} calls`).toBeLessThanOrEqual(2);
    expect((await Promise.all((await noticesOf(told)).map(({ id }) => batchesOf(told, id)))).flat()).toHaveLength(3);
  }
});
