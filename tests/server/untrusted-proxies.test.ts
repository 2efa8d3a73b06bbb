import type { IncomingMessage, RequestListener } from "node:http";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { readinessResponse } from "~/deployment/api/health";
import { readUntrustedProxies } from "~/deployment/machine";
import type { UntrustedProxies } from "~/net/trusted-proxy";
import { readNowView } from "~/now/read";
import { UntrustedProxyWatch } from "../../server/listener/untrusted-proxies.ts";
import { openDeployment, type TestDeployment } from "../support/database";
import { type Desk, failureOf, good, openDesk, operator } from "../support/desk";
import { clientAt, type Front, openFront } from "../support/front";
import { openSignedIn } from "../support/sign-in";

const now = 1_800_000_000_000;
const hour = 3_600_000;

const watching = (...trusted: string[]) => {
  const lines: string[] = [];
  return { watch: new UntrustedProxyWatch(trusted, (line) => lines.push(line)), lines };
};

/** As the listener hands it over, of a peer with any address. */
const from = (remoteAddress: string, headers: Record<string, string> = { "x-forwarded-for": "203.0.113.9" }) =>
  ({ socket: { remoteAddress }, headers }) as unknown as IncomingMessage;

describe("the listener", () => {
  const says: RequestListener = (request, response) => void response.end(JSON.stringify(request.headers));
  const fronts: Front[] = [];
  afterEach(async () => {
    for (const front of fronts.splice(0)) await front.stop();
  });

  async function asked(trusted: string[], localAddress: string, headers: Record<string, string>) {
    const { watch, lines } = watching(...trusted);
    const front = await openFront(says, { untrusted: watch, trustedProxies: trusted });
    fronts.push(front);
    const seen = async () => JSON.parse(String((await front.ask("/", { localAddress, headers })).body));
    const clients = [(await seen())["cf-connecting-ip"], (await seen())["cf-connecting-ip"]];
    return { clients, lines, found: watch.found(Date.now()) };
  }

  test.each([
    ["X-Forwarded-For", "203.0.113.9"],
    ["Forwarded", "for=203.0.113.9"],
    ["X-Real-IP", "203.0.113.9"],
  ])(
    "of a private peer that nobody trusts %s is believed nothing, and said once with what to do",
    async (header, value) => {
      const peer = clientAt(1);
      const { clients, lines, found } = await asked([], peer, { [header]: value });
      expect(clients).toEqual([peer, peer]);
      expect(found).toEqual({ proxies: [{ address: peer, header }], value: "loopback" });
      expect(lines).toEqual([expect.stringContaining(`Requests from ${peer} carry ${header}`)]);
      for (const each of [
        "nginx: proxy_set_header X-Forwarded-For $remote_addr;",
        "Caddy: header_up X-Forwarded-For {remote_host}",
        "UPFRONT_TRUST_PROXY set to loopback.",
      ])
        expect(lines[0]).toContain(each);
      expect(lines[0]).not.toContain("203.0.113.9");
    },
  );

  test("of a proxy that is trusted, and of a client that names nobody, nothing is said", async () => {
    const trusted = await asked(["loopback"], clientAt(2), { "x-forwarded-for": "203.0.113.9" });
    expect([trusted.clients[0], trusted.lines, trusted.found.proxies]).toEqual(["203.0.113.9", [], []]);
    const silent = await asked([], clientAt(3), {});
    expect([silent.lines, silent.found.proxies]).toEqual([[], []]);
  });
});

test("private addresses alone are noted: anybody else may write what they like", () => {
  const { watch, lines } = watching();
  for (const address of ["203.0.113.5", "2001:db8::5", "", "not an address"]) watch.look(from(address), now);
  expect([watch.found(now).proxies, lines]).toEqual([[], []]);
  const own = ["::ffff:10.0.0.7", "172.18.0.1", "192.168.1.9", "fd00::7", "fe80::7%eth0", "100.64.0.3"];
  for (const address of own) watch.look(from(address), now);
  const addresses = ["10.0.0.7", "172.18.0.1", "192.168.1.9", "fd00::7", "fe80::7", "100.64.0.3"];
  expect(watch.found(now)).toMatchObject({
    proxies: addresses.map((address) => ({ address })),
    value: addresses.join(","),
  });
});

test("what is trusted stays in the value, and a wrong value is noticed", () => {
  const { watch } = watching("172.16.0.0/12");
  watch.look(from("172.18.0.1"), now);
  expect(watch.found(now).proxies).toEqual([]);
  for (const address of ["127.0.0.1", "::1", "192.168.0.1"]) watch.look(from(address), now);
  expect(watch.found(now).value).toBe("172.16.0.0/12,loopback,192.168.0.1");
});

test("a stray is forgotten after a day, a proxy at work is not, and a thousand of them fill nothing", () => {
  const { watch, lines } = watching();
  watch.look(from("10.0.0.1"), now);
  watch.look(from("10.0.0.2"), now);
  watch.look(from("10.0.0.2"), now + 23 * hour);
  expect(watch.found(now + 24 * hour).proxies.map(({ address }) => address)).toEqual(["10.0.0.2"]);
  for (let n = 0; n < 1000; n++) watch.look(from(`10.1.${n >> 8}.${n & 255}`), now);
  expect([watch.found(now).proxies.length, lines.length]).toEqual([8, 8]);
});

const seen: UntrustedProxies = { proxies: [{ address: "10.0.0.7", header: "X-Real-IP" }], value: "10.0.0.7" };
const machine = (answer: () => Promise<Response>) => ({ fetch: answer }) as unknown as Fetcher;

describe("the worker", () => {
  let acme: Desk;
  beforeAll(async () => {
    acme = await openDesk();
    const { d1, now: at } = acme.deployment.ctx();
    await d1.prepare("UPDATE deployment SET tick_at = ?1").bind(at()).run();
  });
  afterAll(() => acme.close());

  const said = async () => ({
    now: (await good(readNowView(acme.as("viewer"), { pageId: acme.pageId }))).untrustedProxy,
    system: (await good(readUntrustedProxies(acme.deployment.ctx(operator)))).proxies.length,
    readyz: await (await readinessResponse(acme.deployment.ctx())).text(),
  });

  test("says it on Now, on System to operators, and in /readyz without an address", async () => {
    acme.deployment.bindings.PROXIES = machine(async () => Response.json(seen));
    const { readyz, ...rest } = await said();
    expect(rest).toEqual({ now: true, system: 1 });
    expect(JSON.parse(readyz).notices).toEqual([
      { code: "untrusted_proxy", detail: expect.stringContaining("proxy_set_header X-Forwarded-For $remote_addr;") },
    ]);
    expect(readyz).not.toContain("10.0.0.7");
    expect((await failureOf(readUntrustedProxies(acme.as("owner"))))?.name).toBe("forbidden");
  });

  test.each<[string, Fetcher | undefined]>([
    ["there is none", machine(async () => Response.json({ proxies: [], value: "" }))],
    ["the machine refuses", machine(async () => new Response("no", { status: 500 }))],
    ["the machine is away", machine(() => Promise.reject(new Error("gone")))],
    ["there is no machine of ours", undefined],
  ])("says nothing where %s", async (_, PROXIES) => {
    const { bindings } = acme.deployment;
    if (PROXIES) bindings.PROXIES = PROXIES;
    else delete bindings.PROXIES;
    const { readyz, ...rest } = await said();
    expect(rest).toEqual({ now: false, system: 0 });
    expect(JSON.parse(readyz)).not.toHaveProperty("notices");
  });
});

describe("management", () => {
  let deployment: TestDeployment;
  beforeAll(async () => {
    deployment = await openDeployment({ PROXIES: machine(async () => Response.json(seen)) });
  });
  afterAll(() => deployment.close());

  test("the set-up list has it as its first step, and System has the lines to copy", async () => {
    const browser = await openSignedIn(deployment);
    await browser.post("/manage/new", { name: "Acme", slug: "acme" });
    const setUp = await (await browser.go("/manage/acme")).text();
    expect(setUp).toMatch(/<ol[^>]*>(?:(?!<\/li>).)*Trust your reverse proxy.*?href="\/manage\/deployment#proxy"/s);
    const system = await (await browser.go("/manage/deployment")).text();
    for (const each of [
      'id="proxy"',
      "Requests from 10.0.0.7 carry X-Real-IP",
      "proxy_set_header X-Forwarded-For $remote_addr;",
      "header_up X-Forwarded-For {remote_host}",
      "UPFRONT_TRUST_PROXY=10.0.0.7",
    ])
      expect(system).toContain(each);
  });
});
