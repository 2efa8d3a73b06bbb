import { afterAll, expect, test } from "vitest";
import { openDeployment, type TestDeployment } from "../support/database";
import { browserOf, makePeople, Owner, setStage } from "../support/matrix-cast";
import { type Browser, openBrowser } from "../support/worker";

const open: TestDeployment[] = [];
afterAll(() => Promise.all(open.map((each) => each.close())));

const onPage = [
  ...["", "/usage", "/system", "/help", "/outbox", "/audit", "/people", "/channels", "/channels/new", "/components"],
  ...["/settings", "/settings/domain", "/settings/visibility", "/settings/branding", "/settings/danger"],
  ...["/monitors", "/monitors/new", "/monitors/new?kind=http", "/monitors/new?kind=tcp", "/heartbeats/new"],
  ...["/sources/new", "/subscribers", "/maintenances/new", "/incidents/new"],
];
const above = ["", "/new", "/account", "/deployment", "/deployment/mailers/new", "/deployment/providers/new"];

const textOf = (html: string) =>
  html
    .replaceAll(/<(script|style)[\s\S]*?<\/\1>/g, "")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ");

const platformWords = /.{0,60}\b(Cloudflare|Workers?|D1|wrangler)\b.{0,60}/gi;

/** What the pages of a deployment with this plan say of the platform. */
async function saidOn(plan: "own" | "paid"): Promise<string[]> {
  const deployment = await openDeployment({ UPFRONT_PLAN: plan });
  open.push(deployment);
  await makePeople(deployment);
  await setStage(deployment, new Owner(await openBrowser(deployment), deployment), "acme");
  const [owner, operator] = await Promise.all(
    (["owner", "operator"] as const).map((who) => browserOf(deployment, who)),
  );
  if (!owner || !operator) throw new Error("nobody signed in");
  const domain = "/manage/acme/settings/domain";
  const version = /name="version" value="(\d+)"/.exec(await (await owner.go(domain)).text())?.[1] ?? "";
  const asked = await owner.post(domain, { form: "ask", host: "status.acme.com", version });
  expect(asked.status).toBe(303);
  const found: string[] = [];
  const look = async (browser: Browser, place: string) => {
    const answer = await browser.go(place);
    expect([place, answer.status]).toEqual([place, 200]);
    for (const [said] of textOf(await answer.text()).matchAll(platformWords)) found.push(`${place}: ${said}`);
  };
  for (const rest of onPage) await look(owner, `/manage/acme${rest}`);
  for (const rest of above) await look(operator, `/manage${rest}`);
  return found;
}

test("on one machine no page of management says a word of the platform it is not on", async () => {
  expect(await saidOn("own")).toEqual([]);
});

test("where it is on the platform, its pages say so", async () => {
  expect((await saidOn("paid")).join(" ")).toContain("Cloudflare creates the DNS record");
});
