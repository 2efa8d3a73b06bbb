import { afterEach, beforeEach, expect, test } from "vitest";
import { deliverToChannels } from "~/notifications/engine/deliver";
import { runSender } from "~/notifications/engine/wake";
import { publishedNoticeKinds } from "~/notifications/rules/notice";
import { resetIsolate } from "~/platform/isolate";
import { startHook } from "../support/hook";
import { nodeOutbound } from "../support/outbound";
import { arrange, someSubscribers } from "../support/scenario";
import { makeWebhook } from "../support/team-channels";
import { open, openTold, type Told, update } from "../support/told";
import { type InWays, inWays } from "../support/told-in-ways";
import { type Browser, openBrowser } from "../support/worker";

/** What there is to know while nothing is wrong, on all its ways: one that nobody investigates and that alarms nobody. */
let told: Told;
let world: InWays;
let visitor: Browser;
beforeEach(async () => {
  told = await openTold({ bindings: { UPFRONT_NETWORK_ALLOW: "127.0.0.0/8" } });
  world = inWays(told);
  visitor = await openBrowser(told.deployment);
});
afterEach(() => told.close());

/** As on a machine of its own: room for all that is due. */
function roomy() {
  const ctx = told.deployment.ctx();
  ctx.meter.limit = { statements: 100_000, subrequests: 100_000, together: 200_000, mails: 100_000 };
  return ctx;
}

async function send(): Promise<void> {
  await told.deployment.settled();
  for (let round = 0; round < 20 && (await runSender(roomy())); round++);
  told.deployment.clock.now += 11_000;
  for (let round = 0; round < 20 && (await runSender(roomy())); round++);
  while ((await deliverToChannels(told.deployment.ctx())).left);
  resetIsolate();
}

const announcement = {
  title: "TLS 1.1 goes",
  body: "From March on.",
  components: {},
  impactOverride: "none" as const,
};

const textAt = async (path: string) => (await visitor.go(path)).text();

const words = ["Announcement", "Update", "Completed"];
const ofIncidents = /Investigating|Identified|Resolved|Started/;

/** From its first word to its last. */
async function tellAll(): Promise<void> {
  const id = await open(told, announcement);
  await send();
  for (const [body, status] of [
    ["In April instead.", "identified"],
    ["It is gone.", "resolved"],
  ] as const) {
    told.deployment.clock.now += 6 * 60_000;
    await update(told, id, body, status);
    await send();
  }
}

test("subscribers hear of it by its own word, and by no word of an incident", async () => {
  await arrange(told.deployment, someSubscribers(told.pageId, 1));
  for (const way of ["webhook", "slack"] as const) await world.subscribe(way);
  await tellAll();
  expect(told.smtp.mails.map(({ subject }) => subject)).toEqual(words.map((word) => `[Acme] ${word}: TLS 1.1 goes`));
  expect(world.at("webhook").map(({ body }) => body.data)).toMatchObject(
    words.map((text) => ({ status: { text }, impact: { text: "Announcement" } })),
  );
  const all = [
    ...told.smtp.mails.map(({ text }) => text),
    ...world.at("slack").map(({ body }) => JSON.stringify(body)),
  ];
  expect(all).toHaveLength(6);
  for (const each of all) expect(each).not.toMatch(ofIncidents);
});

test("so does the team in its channels", async () => {
  const hook = await startHook();
  told.deployment.way.outbound = nodeOutbound({ networks: ["127.0.0.0/8"] });
  await makeWebhook({ ...told, hook }, "team", { events: [...publishedNoticeKinds] });
  await tellAll();
  await hook.close();
  const bodies = hook.received.map(({ body }) => body);
  expect(bodies.map((body) => JSON.parse(body).data.title)).toEqual(words.map((word) => `TLS 1.1 goes: ${word}`));
  for (const body of bodies) expect(body).not.toMatch(ofIncidents);
});

test("it stands last, moves nothing, and every format tells of it without an alarm", async () => {
  const id = await open(told, announcement);
  await send();
  expect(await textAt("/acme")).toContain("<h1>All systems operational</h1>");
  const { status } = JSON.parse(await textAt("/acme/api/v2/status.json"));
  expect(status).toEqual({ indicator: "none", description: "All Systems Operational" });
  const { incidents } = JSON.parse(await textAt("/acme/api/v2/incidents/unresolved.json"));
  expect(incidents).toMatchObject([{ id, name: "TLS 1.1 goes", impact: "none", components: [] }]);
  const entries = [await textAt("/acme/feed.atom"), await textAt("/acme/feed.rss"), await textAt("/acme/calendar.ics")];
  for (const format of entries) {
    expect(format).toContain("TLS 1.1 goes");
    expect(format).toContain("Announcement");
    expect(format).not.toMatch(/Investigating|Ongoing/);
  }
  const own = await textAt(`/acme/incidents/${id}`);
  expect(own.replace(/<style>.*?<\/style>/s, "")).not.toMatch(/Investigating|Follow|Duration/);
  told.deployment.clock.now += 60_000;
  await open(told, { title: "Orders are late" });
  await send();
  const front = await textAt("/acme");
  const order = ["Partial outage: ", "Orders are late</a></h1>", "<h2>Announcement</h2>", "TLS 1.1 goes"];
  const places = order.map((text) => front.indexOf(text));
  expect(places).toEqual([...places].sort((one, other) => one - other));
  expect(places).not.toContain(-1);
  expect(/<section class="banner.*?<\/section>/s.exec(front)?.[0]).not.toContain("TLS");
});
