import { afterAll, beforeAll, expect, test } from "vitest";
import { makeApi } from "../support/api-client";
import { type ClockedServer, startClockedServer } from "../support/clocked-server";

/** The built worker, and an outage of several days that is over: none of its days is quiet. */
const token = "a-bootstrap-token-of-more-than-32-characters";
const api = makeApi(() => server.url, token);
const hour = 3_600_000;
let server: ClockedServer;
let now = 0;
/** The first instant of the day, in New York's winter, that was so many days ago. */
const midnight = (daysAgo: number) => (Math.floor((now - 5 * hour) / (24 * hour)) - daysAgo) * 24 * hour + 5 * hour;
const iso = (at: number) => new Date(at).toISOString();

beforeAll(async () => {
  server = await startClockedServer({ networks: [], settings: { UPFRONT_BOOTSTRAP_TOKEN: token } });
  now = Date.parse((await fetch(`${server.url}/`)).headers.get("date") ?? "");
  await api("/pages", { page: { name: "Past", subdomain: "past", time_zone: "America/New_York" } });
  const started = iso(midnight(40)).slice(0, 10);
  const { id } = await api("/pages/past/components", {
    component: { name: "API", start_date: started, kept_by: "manual" },
  });
  const told = { name: "Four days", status: "resolved", body: "Long outage.", backfilled: true };
  const when = { started_at: iso(midnight(8) + 22.5 * hour), resolved_at: iso(midnight(5) + 10 * hour) };
  await api("/pages/past/incidents", { incident: { ...told, ...when, components: { [id]: "major_outage" } } });
});
afterAll(() => server?.stop());

/** What the list of the last days has below each of its headings. */
async function listed(): Promise<[string, string][]> {
  const html = await (await fetch(`${server.url}/past`)).text();
  const items = html.matchAll(/<li[^>]*><h3>(.*?)<\/h3>(.*?)<\/li>/gs);
  return [...items].map(([, heading = "", said = ""]) => [heading, said.replace(/<[^>]+>/g, " ").trim()]);
}

test("each day of the outage names it, and only days without one are quiet", async () => {
  await expect.poll(async () => (await listed()).length, { timeout: 10_000, interval: 250 }).toBe(4);
  const shortDay = (daysAgo: number) =>
    new Intl.DateTimeFormat("en", { timeZone: "America/New_York", month: "short", day: "numeric" }).format(
      midnight(daysAgo),
    );
  const [after, carried, first, before] = await listed();
  expect(after?.[0]).toBe(`${shortDay(4)} – ${shortDay(0)}`);
  expect(after?.[1]).toContain("No incidents reported");
  expect(carried?.[0]).toBe(`${shortDay(7)} – ${shortDay(5)}`);
  expect(carried?.[1]).toMatch(new RegExp(`Four days.*continued from ${shortDay(8)}`));
  expect(first?.[1]).toContain("Long outage.");
  expect(before?.[1]).toContain("No incidents reported");
});
