import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openDeployment, type TestDeployment } from "../support/database";
import { EdgeKeyValues } from "../support/platform/edge-key-values";
import { EdgeQueue } from "../support/platform/edge-queue";
import { farDatabase } from "../support/platform/far-database";
import { Platform } from "../support/platform/invocations";
import { type ReplicatedDatabase, replicated } from "../support/platform/replicas";

/** Each rule of tests/support/platform, as the platform's documents say it. */
let deployment: TestDeployment;
beforeEach(async () => {
  deployment = await openDeployment();
});
afterEach(() => deployment.close());

const one = (database: Pick<D1Database, "prepare">) => database.prepare("SELECT 1 AS one").bind().all();

describe("a database that is far", () => {
  test("counts trips one after the other, not statements and not what goes side by side", async () => {
    const far = farDatabase(deployment.bindings.DB, { trip: 250, clock: deployment.clock });
    const before = deployment.clock.now;
    await Promise.all([one(far.database), one(far.database)]);
    await far.database.batch([far.database.prepare("SELECT 1").bind(), far.database.prepare("SELECT 2").bind()]);
    expect([far.trips(), far.calls(), deployment.clock.now - before]).toEqual([2, 3, 500]);
    far.begin();
    expect([far.trips(), far.calls()]).toEqual([0, 0]);
  });

  test("a call that fails is a trip too", async () => {
    const far = farDatabase(deployment.bindings.DB);
    await expect(far.database.prepare("SELECT nothing").bind().all()).rejects.toThrow();
    expect(far.trips()).toBe(1);
  });
});

describe("a replica that lags", () => {
  let both: ReplicatedDatabase;
  beforeEach(async () => {
    both = await replicated(deployment.bindings.DB);
    await write(1);
  });
  afterEach(() => both.close());

  const write = (at: number) => both.database.prepare("UPDATE deployment SET tick_at = ?1").bind(at).run();
  const readBy = async (session: Pick<D1Database, "prepare">) =>
    session.prepare("SELECT tick_at FROM deployment").bind().first();

  test("is asked by sessions alone, and shows what was", async () => {
    expect(await readBy(both.database)).toEqual({ tick_at: 1 });
    expect(await readBy(both.database.withSession())).toEqual({ tick_at: 0 });
    await both.catchUp();
    expect(await readBy(both.database.withSession())).toEqual({ tick_at: 1 });
    expect(both.served).toEqual(["primary", "primary", "replica", "replica"]);
  });

  test("is at least as new as the bookmark, which sorts by what was written", async () => {
    const session = both.database.withSession("first-primary");
    expect(session.getBookmark()).toBeNull();
    expect(await readBy(session)).toEqual({ tick_at: 1 });
    const first = session.getBookmark() ?? "";
    await write(2);
    expect(await readBy(both.database.withSession(first))).toEqual({ tick_at: 1 });
    const later = both.database.withSession("first-primary");
    await readBy(later);
    expect((later.getBookmark() ?? "") > first).toBe(true);
    expect(await readBy(both.database.withSession(later.getBookmark() ?? ""))).toEqual({ tick_at: 2 });
  });

  test("what a session writes goes to the primary, and the session reads it", async () => {
    const session = both.database.withSession();
    await session.prepare("UPDATE deployment SET tick_at = 5").bind().run();
    expect(await readBy(session)).toEqual({ tick_at: 5 });
    expect(both.served.slice(-2)).toEqual(["primary", "replica"]);
  });
});

describe("KV", () => {
  const clock = { now: 1_800_000_000_000 };

  test("refuses the 1,001st write of a UTC day, and a second one to a key within a second", async () => {
    const copies = new EdgeKeyValues(clock);
    await copies.put("a", "1");
    await expect(copies.put("a", "2")).rejects.toThrow(/429/);
    clock.now += 1000;
    await copies.put("a", "2");
    for (let n = 0; n < 998; n++) await copies.put(`k${n}`, "1");
    await expect(copies.put("one more", "1")).rejects.toThrow(/for the day/);
    clock.now += 86_400_000;
    await copies.put("one more", "1");
    expect(copies.writesToday).toBe(1);
  });

  test("what a place has read stays there for a minute, also that there is nothing", async () => {
    const copies = new EdgeKeyValues(clock);
    copies.place = "there";
    expect(await copies.get("a")).toBeNull();
    copies.place = "here";
    await copies.put("a", "1");
    expect(await copies.get("a")).toBe("1");
    copies.place = "there";
    expect(await copies.get("a")).toBeNull();
    clock.now += 60_000;
    expect(await copies.get("a")).toBe("1");
  });
});

test("a queue has one consumer, hands a message over more than once, and drops what failed", async () => {
  const queue = new EdgeQueue();
  const got: unknown[] = [];
  queue.consume(async (message) => {
    got.push(message);
    throw new Error("full");
  });
  expect(() => queue.consume(async () => undefined)).toThrow(/already has a consumer/);
  await queue.send(1);
  await queue.send(2);
  await queue.deliver(2);
  expect([got, queue.waiting]).toEqual([[2, 2, 1, 1], 0]);
});

describe("an invocation", () => {
  let platform: Platform;
  afterEach(() => platform.close());
  const on = (plan: "free" | "paid") => {
    platform = new Platform(deployment, plan);
    return () => deployment.bindings.DB;
  };

  test("on Free may ask for 50 statements, each of a batch by itself; one beside it has its own", async () => {
    const database = on("free");
    const ask = (count: number) =>
      platform.invoke(() => database().batch(Array.from({ length: count }, () => database().prepare("SELECT 1"))));
    await Promise.all([ask(50).answer, ask(50).answer]);
    await expect(ask(51).answer).rejects.toThrow(/Too many subrequests/);
    expect(platform.seen.map(({ queries }) => queries)).toEqual([50, 50, 51]);
  });

  test("waits with a seventh call until one of six is answered", async () => {
    const database = on("paid");
    const { answer, spent } = platform.invoke(() => Promise.all(Array.from({ length: 20 }, () => one(database()))));
    expect(await answer).toHaveLength(20);
    expect(spent).toMatchObject({ most: 6, queries: 20 });
  });

  test("that is cancelled hears nothing any more, and its isolate goes on", async () => {
    const database = on("paid");
    const gone = platform.invoke(() => one(database()));
    gone.cancel();
    const later = platform.invoke(() => one(database()));
    expect(await Promise.race([gone.answer, later.answer])).toBe(await later.answer);
  });
});
