import { afterEach, beforeEach, expect, test } from "vitest";
import { readComponentUptime } from "~/components/uptime";
import { runBatch } from "~/db/run-batch";
import type { Ctx } from "~/platform/ctx";
import { openDeployment, type TestDeployment } from "../../../tests/support/database";
import { type Hook, startHook } from "../../../tests/support/hook";
import { nodeOutbound } from "../../../tests/support/outbound";
import { aPage, arrange, someMonitors, type TestPage } from "../../../tests/support/scenario";
import { bindCheckers, tickMinutes } from "../../../tests/support/watched";
import { listMonitors } from "../verbs";

/** A monitor's result for a number of minutes; `away`: our own network is down. */
type Stretch = ["up" | "down" | "away", minutes: number];

let deployment: TestDeployment;
let page: TestPage;
let target: Hook;
let found: Stretch[0] = "up";
const minute = 60_000;

beforeEach(async () => {
  deployment = await openDeployment();
  target = await startHook();
  target.answer(() => ({ status: found === "up" ? 200 : 500 }));
  deployment.way.outbound = nodeOutbound({ networks: ["127.0.0.0/8"] });
  bindCheckers(deployment);
  page = await arrange(deployment, aPage({ components: 2, slug: "acme" }));
});
afterEach(async () => {
  await target.close();
  await deployment.close();
});

const viewer = (): Ctx => ({
  ...deployment.ctx({ kind: "person", id: "founder", operator: false, sessionId: "s" }),
  member: { pageId: page.id, role: "owner" },
});

async function live(life: readonly Stretch[]) {
  for (const [now, minutes] of life) {
    found = now;
    const sealed = await deployment.ctx().secrets.seal(now === "away" ? "http://127.0.0.1:1/" : `${target.url}/`);
    const address = now === "down" ? null : sealed;
    await runBatch(deployment.ctx(), [
      { sql: "INSERT OR IGNORE INTO deployment (id) VALUES (1)", params: [] },
      { sql: "UPDATE deployment SET self_check_sealed = ?1", params: [address] },
    ]);
    await tickMinutes(deployment, minutes);
  }
  deployment.clock.now += minute;
}

const sum = (life: readonly Stretch[], state: Stretch[0]) =>
  life.reduce((all, [each, minutes]) => all + (each === state ? minutes : 0), 0);

test.each<[string, Stretch[]]>([
  [
    "an outage",
    [
      ["up", 7],
      ["down", 3],
      ["up", 5],
    ],
  ],
  [
    "it begins down",
    [
      ["down", 4],
      ["up", 6],
    ],
  ],
  [
    "our own network away",
    [
      ["up", 8],
      ["away", 6],
      ["up", 12],
    ],
  ],
  [
    "down when our network is back, which goes away once more",
    [
      ["up", 3],
      ["away", 4],
      ["down", 3],
      ["up", 11],
      ["away", 2],
      ["up", 13],
    ],
  ],
])("a component that one monitor alone gave a status has that monitor's uptime: %s", async (_, life) => {
  const component = page.components[1] as string;
  await runBatch(deployment.ctx(), [{ sql: "UPDATE component SET coverage = 'no_data', kept_by = NULL", params: [] }]);
  const web = { id: "web", settings: { url: `${target.url}/web` }, components: [component], inARow: 1 };
  await arrange(deployment, someMonitors(page.id, [web]));
  await live(life);
  const own = await readComponentUptime(viewer(), { pageId: page.id, componentId: component });
  const listed = await listMonitors(viewer(), { pageId: page.id });
  const [up, down] = [sum(life, "up"), sum(life, "down")];
  const share = Math.floor((up * 10_000) / (up + down));
  expect(own).toMatchObject({ ok: true, value: { uptime: share, major: down * minute } });
  expect(listed).toMatchObject({ ok: true, value: { monitors: [{ uptime: { day: share / 10_000 } }] } });
});
