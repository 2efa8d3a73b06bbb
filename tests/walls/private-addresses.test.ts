import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createChannel } from "~/channels/create";
import { handleCronTick } from "~/clock/tick";
import { membershipTable, subscriberTable } from "~/db/schema";
import { readRunningVersion } from "~/deployment/version";
import { makeOutbound } from "~/http/safe-fetch";
import { resetIsolate } from "~/platform/isolate";
import { openDeployment } from "../support/database";
import { type Desk, good, openDesk, operator } from "../support/desk";
import { browserOf, makePeople } from "../support/matrix-cast";
import { arrange, plainSubscriber, put, someMonitors } from "../support/scenario";
import { setMailer } from "../support/smtp";

/** What the names of this network stand for. */
const names: Record<string, string[]> = { "hooks.acme.example": ["172.16.9.9"], "nas.lan": ["192.168.1.9"] };
const before = "mailpit,.lan,172.16.0.0/12,192.168.0.0/16";

let desk: Desk;
let warned: string[];
beforeEach(async () => {
  warned = [];
  vi.spyOn(console, "warn").mockImplementation((line: string) => void warned.push(line));
  desk = await openDesk(await openDeployment({ UPFRONT_PLAN: "own", UPFRONT_NETWORK_ALLOW: before }));
  const nobody = () => Promise.reject(new Error("nobody is there"));
  const addressesOf = async (host: string) => names[host] ?? [];
  desk.deployment.way.outbound = makeOutbound({ connect: nobody, upgrade: nobody, call: nobody, addressesOf });
  await makePeople(desk.deployment);
  await setMailer(desk.deployment, { host: "mailpit", port: 1025 });
  await arrange(
    desk.deployment,
    someMonitors(desk.pageId, [
      { name: "Public", settings: { url: "https://shop.example.com/" } },
      { name: "Router", settings: { url: "http://192.168.1.1/" } },
      { name: "Store", settings: { url: "http://nas.lan/" } },
    ]),
  );
  const settings = { url: "https://hooks.acme.example/x1y2" };
  await good(
    createChannel(desk.as("admin"), {
      pageId: desk.pageId,
      kind: "webhook",
      name: "Pager",
      settings,
      events: ["draft_opened"],
    }),
  );
});
afterEach(async () => {
  vi.restoreAllMocks();
  resetIsolate();
  await desk.close();
});

async function subscribeWebhooks(urls: readonly string[]) {
  const { secrets } = desk.deployment.ctx();
  const rows = urls.map(async (url, n) => ({
    ...plainSubscriber(`webhook:${n}`, desk.deployment.clock.now),
    pageId: desk.pageId,
    id: `hook${n}`,
    kind: "webhook",
    targetSealed: await secrets.seal(JSON.stringify({ url })),
  }));
  await put(desk.deployment, subscriberTable, await Promise.all(rows));
}

/** Started again with these settings. */
function restarted(settings: Record<string, string>): void {
  desk.deployment.bindings = { ...desk.deployment.bindings, ...settings };
  resetIsolate();
  warned = [];
}

const found = async () => (await good(readRunningVersion(desk.deployment.ctx(operator)))).outOfReach;
const none = { subscribers: 0, visitorNetworks: [], things: [], networks: [] };

async function logged() {
  await handleCronTick(desk.deployment.ctx(), desk.deployment.clock.now);
  const lines = warned.filter((line) => line.includes('"network.'));
  return lines.map((line) => {
    const { at: _, level: __, request_id: ___, ...said } = JSON.parse(line);
    return said;
  });
}

test("what the settings allow is in reach, and nothing is said", async () => {
  await subscribeWebhooks(["https://hooks.example.com/a"]);
  expect(await found()).toMatchObject({ ...none, visitorNetworks: [], networks: expect.any(Array) });
  expect(await logged()).toEqual([]);
});

test("after a narrower list System and the log name what is not called any more, and the values that bring it back", async () => {
  await subscribeWebhooks(["https://192.168.1.7/a", "https://hooks.acme.example/b", "https://hooks.example.com/c"]);
  restarted({ UPFRONT_NETWORK_ALLOW: "mailpit,172.30.87.0/24" });
  const [team, visitors] = [
    "mailpit,172.30.87.0/24,192.168.1.1,nas.lan,192.168.1.9,172.16.9.9",
    "192.168.1.7,172.16.9.9",
  ];
  expect(await logged()).toEqual([
    { event: "network.subscribers_paused", subscribers: 2, setting: "UPFRONT_VISITOR_NETWORK_ALLOW", allow: visitors },
    { event: "network.out_of_reach", kind: "monitor", name: "Router" },
    { event: "network.out_of_reach", kind: "monitor", name: "Store" },
    { event: "network.out_of_reach", kind: "channel", name: "Pager" },
    { event: "network.not_allowed", things: 3, setting: "UPFRONT_NETWORK_ALLOW", allow: team },
  ]);
  expect(await logged()).toHaveLength(5);
  const system = await (await (await browserOf(desk.deployment, "operator")).go("/manage/deployment")).text();
  for (const words of ["2 subscribers are paused", `UPFRONT_VISITOR_NETWORK_ALLOW=${visitors}`, "Monitor “Router”"])
    expect(system).toContain(words);
  expect(system).toContain(`UPFRONT_NETWORK_ALLOW=${team}`);
  restarted({ UPFRONT_NETWORK_ALLOW: team, UPFRONT_VISITOR_NETWORK_ALLOW: visitors });
  expect(await found()).toMatchObject({ subscribers: 0, things: [] });
  expect(await logged()).toEqual([]);
});

test("the list of subscribers says who is paused, and why", async () => {
  await subscribeWebhooks(["https://192.168.1.7/a", "https://hooks.example.com/c"]);
  await put(desk.deployment, membershipTable, [
    { pageId: desk.pageId, personId: "operator", role: "admin", createdAt: 1 },
  ]);
  const list = await (await (await browserOf(desk.deployment, "operator")).go("/manage/acme/subscribers")).text();
  expect(list.match(/>Paused</g)).toHaveLength(1);
  expect(list).toContain("The operator can allow its network for subscribers with UPFRONT_VISITOR_NETWORK_ALLOW.");
});

test("on Cloudflare nothing private is in reach anyway, and nothing is said", async () => {
  await subscribeWebhooks(["https://192.168.1.7/a"]);
  restarted({ UPFRONT_NETWORK_ALLOW: "", UPFRONT_PLAN: "paid" });
  expect(await found()).toEqual(none);
});
