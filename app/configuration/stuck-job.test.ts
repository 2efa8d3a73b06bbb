import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import {
  componentTable,
  configurationJobTable,
  configurationPartTable,
  configuredThingTable,
  deploymentTable as deploymentRow,
} from "~/db/schema";
import { makeSecrets } from "~/platform/secrets";
import { filesDeskOfFile, shopFile } from "../../tests/support/configuration-jobs";
import { good } from "../../tests/support/desk";
import { bindCheckers } from "../../tests/support/watched";
import { readConfigurationJob } from "./read-jobs";
import { runDueConfigurationJobs } from "./run-jobs";

/** A job that cannot go on: it ends with a reason, and delays no other. */
const desk = filesDeskOfFile();
const { deployment } = desk;
// As at the edge, where jobs go on in invocations of their own.
beforeEach(() => void bindCheckers(deployment));
const machine = { kind: "machine", id: "configuration" } as const;
const groupsOf = (count: number) =>
  shopFile(
    Array.from({ length: count }, (_, at) => `      g${at}: { name: Group ${at} }\n`)
      .join("")
      .replace(/^/, "    groups:\n"),
  );
const otherFile = `name: second\npages:\n  other:\n    groups:\n      only: { name: Only }\n`;

const db = () => deployment.ctx().db;
const jobOf = (id: string) => good(readConfigurationJob(desk.owner(), { id }));
const rowOf = async (id: string) =>
  (await db().select().from(configurationJobTable).where(eq(configurationJobTable.id, id)))[0];

const startOther = () => desk.started(otherFile, { as: () => desk.person("admin") });
const otherJobOf = (id: string) => good(readConfigurationJob(desk.person("admin"), { id }));

type Damage = (id: string) => Promise<unknown>;
const setParts =
  (set: { sealed: string }): Damage =>
  (id) =>
    db().update(configurationPartTable).set(set).where(eq(configurationPartTable.configurationJobId, id));
const underAnotherKey = async (id: string) =>
  setParts({ sealed: await makeSecrets("another secret of at least thirty-two chars").seal('"{}"') })(id);
const halfOfIt = async (id: string) => setParts({ sealed: await deployment.ctx().secrets.seal('"{"') })(id);
const deleted: Damage = (id) =>
  db().delete(configurationPartTable).where(eq(configurationPartTable.configurationJobId, id));

const lost = [{ messages: { "": "configuration.lost" } }];

test.each([
  ["under another key", underAnotherKey],
  ["cut in half", halfOfIt],
  ["deleted", deleted],
])("a job whose parts are %s stops and says so, and the one behind it runs within two minutes", async (_, damage) => {
  const id = await desk.started(groupsOf(30));
  expect(await jobOf(id)).toMatchObject({ state: "applying" });
  await damage(id);
  const second = await startOther();
  for (let minute = 0; minute < 2; minute++) await desk.tick();
  expect(await jobOf(id)).toMatchObject({ state: "stopped", refusals: lost });
  expect(await otherJobOf(second)).toMatchObject({ state: "applied" });
  expect(await db().select().from(configurationPartTable)).toEqual([]);
});

test("a job that never begins is tried less and less often, delays no other, and is given up", {
  timeout: 60_000,
}, async () => {
  const id = await desk.started(groupsOf(30));
  const { d1, now } = deployment.ctx();
  const broken = { pageId: desk.pageId, file: "infrastructure", noun: "group", key: "broken", ourId: "none" } as const;
  await db()
    .insert(configuredThingTable)
    .values({ ...broken, isMade: true, fields: {}, updatedAt: now() });
  await d1.prepare("UPDATE configured_thing SET fields = '{'").run();
  const second = await startOther();
  const delays: number[] = [];
  for (let minute = 0; minute < 2; minute++) await desk.tick();
  expect(await otherJobOf(second)).toMatchObject({ state: "applied" });
  for (let minute = 0; minute < 40 && (await jobOf(id)).state === "applying"; minute++) {
    const row = await rowOf(id);
    delays.push((row?.notBefore ?? 0) - deployment.clock.now);
    await desk.tick();
  }
  expect(Math.max(...delays)).toBe(120_000);
  expect(await jobOf(id)).toMatchObject({ state: "stopped", refusals: lost });
  await desk.tick();
  expect((await db().select().from(deploymentRow))[0]?.configurationDueAt).toBe(null);
  await db().delete(configuredThingTable);
  expect(await desk.applied(groupsOf(31))).toMatchObject({ state: "applied" });
});

test("an invocation that is killed each time it begins counts as a try, so that the job ends", async () => {
  const id = await desk.started(groupsOf(30));
  const { DB } = deployment.bindings;
  for (let round = 0; round < 20; round++) {
    let calls = 0;
    const batch = (statements: D1PreparedStatement[]) =>
      ++calls > 2 && round < 15 ? Promise.reject(new Error("killed")) : DB.batch(statements);
    const database = { prepare: (query: string) => DB.prepare(query), batch } as unknown as D1Database;
    await runDueConfigurationJobs(deployment.ctx(machine, { database })).catch(() => undefined);
    deployment.clock.now += 130_000;
  }
  expect(await jobOf(id)).toMatchObject({ state: "stopped", refusals: lost });
});

test("a short job waits for no long one", async () => {
  const long = await desk.started(groupsOf(200));
  const short = await startOther();
  for (let minute = 0; minute < 2; minute++) await desk.tick();
  expect(await otherJobOf(short)).toMatchObject({ state: "applied" });
  expect(await jobOf(long)).toMatchObject({ state: "applying" });
});

test("on Free an invocation makes three components, and stays within its statements", async () => {
  const lines = Array.from({ length: 12 }, (_, at) => `      c${at}: { name: Component ${at} }\n`);
  const id = await desk.started(shopFile(`    components:\n${lines.join("")}`));
  const steps: number[] = [];
  for (let before = await jobOf(id); before.state === "applying"; ) {
    const ctx = deployment.ctx(machine);
    await runDueConfigurationJobs(ctx);
    expect(ctx.meter.statements + ctx.meter.subrequests).toBeLessThanOrEqual(39);
    const after = await jobOf(id);
    steps.push(after.position - before.position);
    before = after;
  }
  expect(Math.max(...steps)).toBe(3);
  expect(steps.length).toBeLessThanOrEqual(6);
  expect(await db().select().from(componentTable)).toHaveLength(12);
});
