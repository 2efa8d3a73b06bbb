import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { noticeTable } from "~/db/schema";
import { readTeamMessage } from "~/notifications/letters/engine/team-message";
import { emailWriterOf } from "~/notifications/letters/engine/write";
import { openDeployment, type TestDeployment } from "../../../tests/support/database";
import { type Hook, startHook } from "../../../tests/support/hook";
import { nodeOutbound } from "../../../tests/support/outbound";
import { aPage, arrange, someMonitors, type TestPage } from "../../../tests/support/scenario";
import { bindCheckers, tickMinutes } from "../../../tests/support/watched";
import { answerReaderVersion } from "../rules/reading";

let deployment: TestDeployment;
let page: TestPage;
let target: Hook;

const halfHour = 1800_000;
const names = ["Shop", "Search", "Blog"];

beforeEach(async () => {
  deployment = await openDeployment();
  target = await startHook();
  target.answer(() => ({ status: 200, text: "well" }));
  deployment.way.outbound = nodeOutbound({ networks: ["127.0.0.0/8"] });
  page = await arrange(deployment, aPage({ components: 1 }));
  bindCheckers(deployment);
  const settings = { url: `${target.url}/web`, lacks: "Database error" };
  await arrange(
    deployment,
    someMonitors(
      page.id,
      names.map((name) => ({ id: name, name, settings, components: page.components })),
    ),
  );
  await tickMinutes(deployment, 2);
});
afterEach(async () => {
  await target.close();
  await deployment.close();
});

/** Marks states as left by a version that counted "must not contain" as passed when it had not read the page. */
const ofBefore = () =>
  runBatch(deployment.ctx(), [
    {
      sql: `UPDATE monitor_shard SET states = replace(states, '"reader":${answerReaderVersion}', '"reader":1')`,
      params: [],
    },
  ]);

async function born() {
  const ctx = deployment.ctx();
  const [found] = await readBatch(
    ctx,
    ctx.db.select().from(noticeTable).where(eq(noticeTable.kind, "reading_changed")),
  );
  return found;
}

test("an upgrade that reads what was falsely green is told to the team once, with each monitor and why", async () => {
  await ofBefore();
  target.answer(() => ({ status: 200, text: "Database error" }));
  const upgradedAt = deployment.clock.now;
  await tickMinutes(deployment, 5);
  const [told, ...others] = await born();
  expect(told?.dueAt).toBe((Math.floor(upgradedAt / halfHour) + 1) * halfHour);
  expect(others).toEqual([]);
  expect(told).toMatchObject({ audience: "team", subjectId: page.id, pageId: page.id });
  const message = await readTeamMessage(deployment.ctx(), told as never);
  expect(message?.message).toMatchObject({
    title: "Results changed by the upgrade: 3",
    severity: "warning",
    link: { text: "Open monitors" },
    thread: null,
  });
  expect(message?.message.link.url).toMatch(/\/manage\/[^/]+\/monitors$/);
  expect(message?.message.facts.map(({ name }) => name)).toEqual(["Blog", "Search", "Shop"]);
  expect(message?.message.facts[0]?.value).toBe("The text was found.");
  expect(await emailWriterOf(deployment.ctx(), [told as never])).not.toBeNull();
});

test("of those that are left when it leaves, and of one that is found later in its own", async () => {
  await ofBefore();
  target.answer(() => ({ status: 200, text: "Database error" }));
  await tickMinutes(deployment, 3);
  await runBatch(deployment.ctx(), [{ sql: "DELETE FROM source WHERE id = 'Shop'", params: [] }]);
  const [told] = await born();
  const first = await readTeamMessage(deployment.ctx(), told as never);
  expect(first?.message.title).toBe("Results changed by the upgrade: 2");
  await ofBefore();
  deployment.clock.now += halfHour;
  target.answer(() => ({ status: 200, text: "well" }));
  await tickMinutes(deployment, 2);
  expect((await born()).map(({ sequence }) => sequence)).toHaveLength(2);
});

test("who reads the same is told nothing, and neither is who was read by this version before", async () => {
  await ofBefore();
  await tickMinutes(deployment, 3);
  target.answer(() => ({ status: 200, text: "Database error" }));
  await tickMinutes(deployment, 3);
  expect(await born()).toEqual([]);
});
