import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { configurationPartTable, deploymentTable as deploymentRow, membershipTable } from "~/db/schema";
import { filesDeskOfFile, shopFile, wholeFile } from "../../tests/support/configuration-jobs";
import { failureOf, good } from "../../tests/support/desk";
import { applyConfiguration } from "./apply-configuration";
import { readConfigurationJob } from "./read-jobs";
import { runDueConfigurationJobs } from "./run-jobs";

/** A job in steps: bounded, killed anywhere, run twice, and made by someone whose rights change. */
const desk = filesDeskOfFile();
const machine = { kind: "machine", id: "configuration" } as const;
const { deployment } = desk;

const components = (count: number) =>
  Array.from({ length: count }, (_, at) => `      c${at}: { name: Service ${at} }\n`).join("");
const many = shopFile(`    components:\n${components(6)}`);

const isApplying = async (id: string) => (await good(readConfigurationJob(desk.owner(), { id }))).state === "applying";

/** Returns a database that dies at its n-th call, for this invocation. */
function dyingDatabase(calls: number): D1Database {
  const { DB } = deployment.bindings;
  let left = calls;
  const batch = (statements: D1PreparedStatement[]) => {
    left -= 1;
    return left < 0 ? Promise.reject(new Error("killed")) : DB.batch(statements);
  };
  return { prepare: (query: string) => DB.prepare(query), batch } as unknown as D1Database;
}

/** Runs a job to its end, each invocation killed after some calls. */
async function killedRuns(id: string): Promise<void> {
  for (let round = 0; await isApplying(id); round++) {
    if (round > 600) throw new Error("the job does not end");
    const ctx = deployment.ctx(machine, { database: dyingDatabase(1 + ((round * 5) % 14)) });
    await runDueConfigurationJobs(ctx).catch(() => undefined);
    deployment.clock.now += 120_000;
  }
}

test("killed at any call, a job ends equal, with nothing made twice", { timeout: 120_000 }, async () => {
  const job = await desk.applied(wholeFile);
  const clean = { content: await desk.content(), counts: job?.counts };
  expect(job).toMatchObject({ state: "applied" });
  await desk.reset();
  const id = await desk.started(wholeFile);
  await killedRuns(id);
  for (let minute = 0; minute < 3; minute++) await desk.tick();
  const { counts } = await good(readConfigurationJob(desk.owner(), { id }));
  expect({ content: await desk.content(), counts }).toEqual(clean);
});

test("runners at once make nothing twice", async () => {
  const id = await desk.started(many);
  while (await isApplying(id)) {
    await Promise.all([1, 2, 3].map(() => runDueConfigurationJobs(deployment.ctx(machine))));
    await deployment.settled();
  }
  expect(await good(readConfigurationJob(desk.owner(), { id }))).toMatchObject({
    state: "applied",
    counts: { create: 6 },
  });
  expect(await desk.changesOf(many)).toEqual([]);
});

test("a second file waits for the first, and the same request is one job", async () => {
  const given = { text: many, commitId: "01m7vrt60gzx9a8q5f0p3kd2bn" };
  const [one, again] = [
    await good(applyConfiguration(desk.owner(), given)),
    await good(applyConfiguration(desk.owner(), given)),
  ];
  expect(again.job?.id).toBe(one.job?.id);
  const second = shopFile("    groups: { core: { name: Core } }\n", "second");
  expect(await failureOf(applyConfiguration(desk.owner(), { text: second }))).toMatchObject({ code: "busy" });
  await desk.ended(one.job?.id ?? "");
  expect(await desk.applied(second)).toMatchObject({ state: "applied" });
});

test("of two that begin at once one is refused", async () => {
  const files = [many, shopFile("    groups: { core: { name: Core } }\n", "second")];
  const begun = await Promise.all(files.map((text) => applyConfiguration(desk.owner(), { text })));
  expect(begun.filter(({ ok }) => ok)).toHaveLength(1);
  expect(begun.find(({ ok }) => !ok)).toMatchObject({ failure: { name: "conflict", code: "busy" } });
});

test("whoever loses the role stops the job, which says so", async () => {
  const id = await desk.started(many, { as: () => desk.person("admin") });
  const { db } = deployment.ctx();
  await db.update(membershipTable).set({ role: "viewer" }).where(eq(membershipTable.personId, "admin"));
  const job = await desk.ended(id);
  expect(job).toMatchObject({ state: "stopped", refusals: [{ messages: { "": "configuration.no_right" } }] });
  expect(job.position).toBeLessThan(job.total);
});

test("a refused change stops its noun and says why, and the others go on", async () => {
  const text = shopFile(`    monitors:
      one: { kind: http, name: One, settings: { url: "http://127.0.0.1/" } }
      two: { kind: http, name: Two, settings: { url: "https://example.com/" } }
    templates:
      slow: { name: Slow, title: Slow answers, body: We are looking. }
`);
  const job = await desk.applied(text);
  expect(job).toMatchObject({
    state: "applied",
    counts: { create: 1, refused: 1, skipped: 1 },
    refusals: [{ noun: "monitor", key: "one", messages: { "settings.url": expect.any(String) } }],
  });
});

test("a monitor beyond the limit of the plan is refused by name, and the rest goes on", {
  timeout: 120_000,
}, async () => {
  const monitors = Array.from(
    { length: 11 },
    (_, at) =>
      `      m${at}: { kind: http, name: Check ${at}, interval: 1, settings: { url: "https://m${at}.example.com/" } }\n`,
  );
  const job = await desk.applied(
    shopFile(
      `    monitors:\n${monitors.join("")}    templates:\n      slow: { name: Slow, title: Slow, body: We are looking. }\n`,
    ),
  );
  expect(job?.state).toBe("applied");
  expect(job?.refusals).toHaveLength(1);
  expect(job?.refusals[0]).toMatchObject({ noun: "monitor", key: "m10" });
  expect(job?.counts).toMatchObject({ create: 11, refused: 1 });
});

test("each invocation stays within its bounds, and idle ticks read no more", async () => {
  const id = await desk.started(wholeFile);
  let most = 0;
  for (let round = 0; (await isApplying(id)) && round < 100; round++) {
    const ctx = deployment.ctx(machine);
    await runDueConfigurationJobs(ctx);
    most = Math.max(most, ctx.meter.statements + ctx.meter.subrequests);
  }
  expect(most).toBeLessThanOrEqual(39);
  const { db } = deployment.ctx();
  expect(await db.select().from(configurationPartTable)).toEqual([]);
  for (let minute = 0; minute < 6; minute++) await desk.tick();
  expect((await db.select().from(deploymentRow))[0]?.configurationDueAt).toBe(null);
});
