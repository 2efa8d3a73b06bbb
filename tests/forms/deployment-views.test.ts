import { afterAll, beforeAll, expect, test } from "vitest";
import { membershipTable } from "~/db/schema";
import { openDeployment, type TestDeployment } from "../support/database";
import { browserOf, makePeople, Owner, type Stage, setStage } from "../support/matrix-cast";
import { put } from "../support/scenario";
import { type Browser, openBrowser } from "../support/worker";

/** Deployment is one room: what is wrong or that all is well, then links to its views. */
let deployment: TestDeployment;
let stage: Stage;

const home = "/manage/acme";
const whole = "/manage/deployment";

beforeAll(async () => {
  deployment = await openDeployment({ UPFRONT_PLAN: "own" });
  await makePeople(deployment);
  stage = await setStage(deployment, new Owner(await openBrowser(deployment), deployment), "acme");
  await put(deployment, membershipTable, [{ pageId: stage.id, personId: "operator", role: "viewer", createdAt: 1 }]);
});
afterAll(() => deployment.close());

const pageOf = async (browser: Browser, path: string) => (await browser.go(path)).text();

function viewsOn(html: string): string[] {
  const [, nav = ""] = /<nav aria-label="Deployment"[^>]*>(.*?)<\/nav>/s.exec(html) ?? [];
  return [...nav.matchAll(/<a [^>]*href="([^"]+)"[^>]*>([^<]+)/g)].map(([, to, name]) => `${name} ${to}`);
}

test("members read whether something is wrong, and have the views of their page", async () => {
  const own = [`Overview ${home}/system`, `Outbox of this page ${home}/outbox`];
  for (const [who, views] of [
    ["viewer", own],
    ["admin", [...own, `Usage of this page ${home}/usage`]],
  ] as const) {
    const html = await pageOf(await browserOf(deployment, who), `${home}/system`);
    expect([who, viewsOn(html)]).toEqual([who, views]);
    expect(html).toMatch(/<h1[^>]*>Deployment<.*Saving works, and nothing is waiting to be processed\./s);
  }
});

test("an operator is led to the whole deployment, whose views are the same everywhere", async () => {
  const operator = await browserOf(deployment, "operator");
  const led = await operator.go(`${home}/system`);
  expect([led.status, led.headers.get("location")]).toEqual([303, whole]);
  const views = [
    `Overview ${whole}`,
    `Everyone ${whole}/people`,
    `Deployment audit log ${whole}/audit`,
    `Deployment outbox ${whole}/outbox`,
    `Outbox of this page ${home}/outbox`,
  ];
  for (const path of [`${home}/outbox`, whole, `${whole}/people`, `${whole}/audit`, `${whole}/outbox`]) {
    const shown = viewsOn(await pageOf(operator, path));
    expect([path, shown.filter((each) => !each.includes(home))]).toEqual([
      path,
      views.filter((each) => !each.includes(home)),
    ]);
    if (path.startsWith(home)) expect(shown).toEqual(views);
  }
});

test("it says that all is well; what a version changed is folded, the newest first", async () => {
  const operator = await browserOf(deployment, "operator");
  const html = await pageOf(operator, whole);
  expect(html).toMatch(/<h1[^>]*>Deployment<.*No problems found\..*<nav aria-label="Deployment"/s);
  const versions = [...html.matchAll(/<details class="[^"]*"><summary[^>]*><span[^>]*>Since ([\d.]+)</g)];
  const found = versions.map(([, version = ""]) => version);
  expect(found.length).toBeGreaterThan(1);
  expect(found).toEqual(found.toSorted((one, other) => other.localeCompare(one, "en", { numeric: true })));
});
