import { afterAll, beforeAll, expect, test } from "vitest";
import { openDeployment, type TestDeployment } from "../support/database";
import { browserOf, makePeople, Owner, type Stage, setStage, signedInAs } from "../support/matrix-cast";
import { type Browser, openBrowser } from "../support/worker";

/** The way from the menu to a page, above the page's heading. */
let deployment: TestDeployment;
let stage: Stage;
let owner: Browser;
let operator: Browser;

beforeAll(async () => {
  deployment = await openDeployment();
  await makePeople(deployment);
  stage = await setStage(deployment, new Owner(await openBrowser(deployment), deployment), "acme");
  owner = await browserOf(deployment, "owner");
  operator = await browserOf(deployment, "operator");
});
afterAll(() => deployment.close());

async function trailOn(browser: Browser, path: string): Promise<string[]> {
  const html = await (await browser.go(path)).text();
  const [, nav = ""] = /<nav aria-label="Breadcrumb"[^>]*>(.*?)<\/nav>/s.exec(html) ?? [];
  return [...nav.matchAll(/<a [^>]*href="([^"]+)"[^>]*>(?:<bdi>)?([^<]+)/g)].map(([, to, name]) => `${name} ${to}`);
}

const home = "/manage/acme";

test("pages about a source lead to it, and a delivery to the other ones", async () => {
  const source = `${home}/sources/${stage.sourceId}`;
  const [, name = ""] = /<h1[^>]*>([^<]+)/.exec(await (await owner.go(source)).text()) ?? [];
  const way = [`Alert sources ${home}/sources`, `${name} ${source}`];
  for (const below of ["setup", "deliveries", "rules/new"])
    expect([below, await trailOn(owner, `${source}/${below}`)]).toEqual([below, way]);
  expect(await trailOn(owner, `${source}/deliveries/${stage.delivery}`)).toEqual([
    ...way,
    `Deliveries ${source}/deliveries`,
  ]);
});

test("a ping leads to its heartbeat, and pages of the deployment to it", async () => {
  const heartbeat = `${home}/heartbeats/${stage.heartbeat}`;
  expect(await trailOn(owner, `${heartbeat}/pings/1`)).toEqual([
    `Heartbeats ${home}/heartbeats`,
    `Backup ${heartbeat}`,
  ]);
  for (const path of ["people", "audit", "outbox", "mailers/new", "providers/new"])
    expect([path, await trailOn(operator, `/manage/deployment/${path}`)]).toEqual([
      path,
      ["Deployment /manage/deployment"],
    ]);
});

test("a place of the menu has no way above itself", async () => {
  for (const path of [home, `${home}/sources`, `${home}/help`]) expect(await trailOn(owner, path)).toEqual([]);
});

test("pages of account and deployment have the menu of the page that was worked on last", async () => {
  const session = await signedInAs(deployment, "viewer");
  const hasMenu = async (cookie: string) => {
    const html = await (await owner.go("/manage/account", { headers: { cookie } })).text();
    return /<nav aria-label="Page".*href="\/manage\/acme\/incidents"/s.test(html);
  };
  expect(await hasMenu(session)).toBe(false);
  const visit = await owner.go(home, { headers: { cookie: session } });
  const [remembered = ""] = visit.headers.get("set-cookie")?.split(";") ?? [];
  expect(await hasMenu(`${session}; ${remembered}`)).toBe(true);
  const another = await signedInAs(deployment, "operator");
  expect(await hasMenu(`${another}; ${remembered}`)).toBe(false);
});
