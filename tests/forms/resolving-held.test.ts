import { afterAll, beforeAll, expect, test } from "vitest";
import { openDeployment, type TestDeployment } from "../support/database";
import { group, post } from "../support/ingest";
import { browserOf, credentialsOf, makePeople, Owner, setStage } from "../support/matrix-cast";
import { type Browser, openBrowser } from "../support/worker";

/** Who resolves an incident while alerts fire reads which of them hold what; visitors read only what changes. */
let deployment: TestDeployment;
let responder: Browser;
let incidentId: string;
let understatedId: string;

beforeAll(async () => {
  deployment = await openDeployment();
  await makePeople(deployment);
  const owner = new Owner(await openBrowser(deployment), deployment);
  await setStage(deployment, owner, "acme");
  responder = await browserOf(deployment, "responder");
  const made = (name: string) => owner.makeId("/pages/acme/components", { component: { name } });
  const [search, web] = [await made("Search"), await made("Storefront")];
  const source = await owner.makeId("/pages/acme/sources", {
    source: { kind: "alertmanager", name: "Cluster", quiet_means_well: true },
  });
  await owner.makeId("/pages/acme/rules", {
    rule: {
      source_id: source,
      match: { labels: { instance: "search*" } },
      mode: "none",
      components: { [search]: "major_outage" },
    },
  });
  const headers = credentialsOf("owner");
  const shown = await (await responder.go(`/api/v1/pages/acme/sources/${source}`, { headers })).json();
  const token =
    String((shown as { ingest_url: string }).ingest_url)
      .split("/")
      .at(-1) ?? "";
  const labels = { alertname: "Down", instance: "search-1", severity: "critical" };
  await post(deployment.ctx(), { token }, group([{ key: "search-1", status: "firing", labels }]));
  await deployment.settled();
  const components = { [search]: "major_outage", [web]: "major_outage" };
  incidentId = await owner.makeId("/pages/acme/incidents", {
    incident: { name: "Search and storefront", body: "We look.", components, component_ids: [search, web] },
  });
  const understated = { [search]: "degraded_performance" };
  understatedId = await owner.makeId("/pages/acme/incidents", {
    incident: { name: "Search is slow", body: "We look.", components: understated, component_ids: [search] },
  });
  await deployment.settled();
});
afterAll(() => deployment.close());

const plain = (html: string) => html.replaceAll(/<!-- -->|<script.*?<\/script>|<[^>]+>/gs, "");
const read = async (path: string) => (await responder.go(path)).text();

test("an incident resolved while an alert fires names it before, and says nothing of what stays as it is", async () => {
  const room = `/manage/acme/incidents/${incidentId}`;
  const before = await read(room);
  expect(plain(before)).toContain("Search: Major outage, by search-1 is down");
  const version = /name="version" value="(\d+)"/.exec(before)?.[1] ?? "";
  const said = { form: "update", intent: "resolve", version, status: "resolved", body: "Over." };
  const resolved = await responder.post(room, said);
  expect(resolved.status).toBe(303);
  expect(plain(await read(resolved.headers.get("location") ?? ""))).toMatch(
    /These components kept their status after you resolved:.*Search: Major outage, by search-1 is down/s,
  );
  await deployment.settled();
  const seen = plain(await read(`/acme/incidents/${incidentId}`));
  expect(seen).toMatch(/Storefront: Major outage › Operational/);
  expect(seen).not.toMatch(/Search: Major outage › Operational/);
});

test("an incident that shows a component better than a firing alert says what the page shows, and links to the alert", async () => {
  const html = await read(`/manage/acme/incidents/${understatedId}`);
  expect(plain(html)).toContain("Search stays Major outage while this alert fires: search-1 is down");
  expect(html).toMatch(/href="\/manage\/acme\/alerts\/[^"]+"[^>]*><bdi>search-1 is down/);
});

test("a dismissal in the room of an incident leads back there, and says what still holds its components", async () => {
  const room = `/manage/acme/incidents/${understatedId}`;
  const [, alertId = ""] =
    /href="\/manage\/acme\/alerts\/([^"]+)"[^>]*><bdi>search-1 is down/.exec(await read(room)) ?? [];
  const id = decodeURIComponent(alertId);
  const said = { form: `dismiss-${id}`, intent: "dismiss-alert", id, reason: "A drill", back: room };
  const to = (await responder.post("/manage/acme?index", said)).headers.get("location") ?? "";
  expect(to).toBe(`${room}?done=alert-dismissed&undo=${encodeURIComponent(id)}`);
  const html = await read(to);
  expect(plain(html)).toContain("Search keeps its status because of: Search is slow");
  expect(html).toMatch(/<form[^>]*action="\/manage\/acme\?index"[^>]*>(?:(?!<\/form>).)*value="restore"/s);
  const elsewhere = await responder.post("/manage/acme?index", { ...said, intent: "restore", back: "//example.com" });
  expect(elsewhere.headers.get("location")).toBe("/manage/acme?done=alert-restored");
});
