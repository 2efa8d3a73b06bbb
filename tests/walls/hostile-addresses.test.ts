import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { makeOutbound } from "~/http/safe-fetch";
import { monitorKinds } from "~/monitors/kinds/known-kinds";
import { invocationLimitByPlan } from "~/plan/budgets";
import { parseConfig } from "~/platform/env";
import { newMeter } from "~/platform/meter";
import type { AddressOwner, Outbound } from "~/platform/outbound";
import { hostileHosts, hostileUrls } from "../support/hostile-addresses";
import { look } from "../support/monitor-peers";

/** Whatever leaves, by whichever way, is written down. */
let left: string[] = [];
beforeEach(() => {
  left = [];
  vi.stubGlobal("fetch", async (url: string | URL) => {
    left.push(String(url));
    return new Response("it answered");
  });
});
afterEach(() => vi.unstubAllGlobals());

const config = parseConfig({
  DB: {} as D1Database,
  UPFRONT_URL: "https://status.example.com",
  UPFRONT_SECRET: "a secret that only the tests know, 32+",
});

function wayOut(owner: AddressOwner = "team"): Outbound {
  const refuse = (where: string) => {
    left.push(where);
    return Promise.reject(new Error("nobody"));
  };
  const make = makeOutbound({ connect: ({ host }) => refuse(host), upgrade: ({ url }) => refuse(url.href) });
  return make({ meter: newMeter(invocationLimitByPlan.own), config, now: Date.now, owner });
}

type Settings = Record<string, unknown>;

/** Every way in which a kind can be told where to call: by a URL, or by a host. */
const ways: Record<string, { urls?: (url: string) => Settings[]; hosts?: (host: string) => Settings[] }> = {
  http: { urls: (url) => [{ url }, { url: "https://example.com/", earlier: `GET ${url}` }] },
  // To itself, the scheme of a WebSocket is no strange one.
  websocket: { urls: (url) => (url === "ws://example.com/" ? [] : [{ url: url.replace(/^http/, "ws") }]) },
  vendor: { urls: (url) => [{ url }] },
  dns: { urls: (url) => [{ name: "example.com", resolver: url, second: url }] },
  tcp: {
    hosts: (host) => [
      { host, port: 443 },
      { host, port: 443, tls: "yes" },
      { host, port: 587, starttls: "smtp", expect: "250" },
    ],
  },
  tls: { hosts: (host) => [{ host }, { host, port: 143, starttls: "imap" }] },
};

/** Its own registries are all that it calls. */
const asksOthers = new Set(["domain"]);

const ours = monitorKinds.filter(({ from = "either" }) => from === "either").map(({ kind }) => kind);

test("every kind that looks from here is tried", () => {
  expect(ours.filter((kind) => !asksOthers.has(kind) && !ways[kind])).toEqual([]);
});

describe.each(Object.entries(ways))("%s", (kind, { urls, hosts }) => {
  const all = [...(urls ? hostileUrls.flatMap(urls) : []), ...(hosts ? hostileHosts.flatMap(hosts) : [])];

  test(`calls none of ${all.length} hostile addresses`, async () => {
    expect(all.length).toBeGreaterThanOrEqual(500);
    const outbound = wayOut();
    const schema = monitorKinds.find((each) => each.kind === kind)?.settings;
    const accepted = all.filter((settings) => schema?.safeParse(settings).success);
    expect(accepted.length).toBeGreaterThan(all.length / 2);
    for (const settings of accepted) await look(kind, settings, { outbound, timeout: 1000 });
    expect(left).toEqual([]);
  });
});
