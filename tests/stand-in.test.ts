import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openDeployment, type TestDeployment } from "./support/database";
import { farDatabase } from "./support/platform/far-database";
import { type ReplicatedDatabase, replicated } from "./support/platform/replicas";

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
