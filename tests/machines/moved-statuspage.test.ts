import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Statuspage } from "statuspage.io";
import { afterAll, beforeAll, expect, test } from "vitest";
import { chooseForImport } from "~/importers/choose";
import type { ApiOriginReader, ImportOrigin } from "~/importers/contract/origin";
import { statuspageOrigin } from "~/importers/kinds/statuspage";
import { publishPage } from "~/status-page/publishing/engine/publish";
import { openDeployment } from "../support/database";
import { type Desk, good, openDesk } from "../support/desk";
import { beginToApply, jobOf, previewOf, runToEnd } from "../support/import-jobs";
import { originSettings, readOriginApi } from "../support/origin-reading";
import { statuspageV1Answer, statuspageV1Text } from "../support/statuspage-origin";
import { openBrowser } from "../support/worker";

interface TheirUpdate {
  status: string;
  body: string;
  display_at: string;
}

interface TheirEvent {
  id: string;
  name: string;
  status: string;
  impact: string;
  resolved_at: string | null;
  scheduled_for: string | null;
  scheduled_until: string | null;
  components: { id: string }[];
  incident_updates: TheirUpdate[];
}

interface TheirComponent {
  id: string;
  name: string;
  status: string;
  group: boolean;
  group_id: string | null;
  showcase: boolean;
}

const rowsOf = <T>(name: string) => JSON.parse(statuspageV1Text(name)) as T[];
const [theirPage] = rowsOf<{ id: string; name: string }>("pages");
const theirComponents = rowsOf<TheirComponent>("components");
const theirEvents = rowsOf<TheirEvent>("incidents.page1");

/** A page of Statuspage that came by its API with a key, and the npm client that reads it here. */
let desk: Desk;
let server: Server | undefined;
let slug = "";
const client = new Statuspage("any");

let originUrl = "";

beforeAll(async () => {
  const deployment = await openDeployment();
  deployment.clock.now = Date.parse("2026-08-20T10:30:00Z");
  desk = await openDesk(deployment);
  const origin = statuspageOrigin as ImportOrigin & { api: ApiOriginReader };
  const { document } = readOriginApi(origin, originSettings({ key: "k3y-of-nobody" }), statuspageV1Answer);
  const id = await previewOf(desk, document);
  // The page here has components of its own.
  const conflicts = Object.fromEntries(
    document.components.map((each) => [`component:${each.id}`, "make_another" as const]),
  );
  await good(chooseForImport(desk.owner(), { pageId: desk.pageId, id, conflicts }));
  await runToEnd(desk, id);
  await beginToApply(desk, id);
  await runToEnd(desk, id);
  expect((await jobOf(desk, id)).state).toBe("applied");
  await desk.deployment.settled();
  await publishPage(desk.deployment.ctx(), desk.pageId);
  const { go } = await openBrowser(desk.deployment);
  server = createServer((request, response) => {
    void go(request.url ?? "/").then(async (answer) => {
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
    });
  });
  const listening = server;
  await new Promise<void>((done) => listening.listen(0, "127.0.0.1", done));
  slug = desk.slug;
  originUrl = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
  client.setApiUrl(`${originUrl}/${slug}`);
});
afterAll(async () => {
  server?.close();
  await desk?.close();
});

const seconds = (text: string | null) => (text === null ? null : Math.floor(Date.parse(text) / 1000));
/** Words alone: the management API has Markdown, and v2 what it becomes. */
const words = (text: string) => text.replaceAll("<br />", " ").match(/[\p{L}\p{N}.,’']+/gu) ?? [];

/** What programs know of an event by: ours are compared with theirs. */
const comparedEvent = (event: TheirEvent) => ({
  id: event.id,
  name: event.name,
  status: event.status,
  impact: event.impact,
  resolvedAt: seconds(event.resolved_at),
  scheduledFor: seconds(event.scheduled_for ?? null),
  scheduledUntil: seconds(event.scheduled_until ?? null),
  components: event.components.map(({ id }) => id),
  updates: event.incident_updates.map(({ status, body, display_at }) => ({
    status,
    body: words(body),
    at: seconds(display_at),
  })),
});

const isMaintenance = ({ scheduled_for }: TheirEvent) => scheduled_for !== null;
const byId = <T extends { id: string }>(rows: readonly T[]): T[] => [...rows].sort((a, b) => (a.id < b.id ? -1 : 1));

test("the client finds the page and its components by their ids, in the statuses that they had", async () => {
  const { page, components } = await client.api.getComponents();
  expect(page).toMatchObject({ id: theirPage?.id, name: theirPage?.name });
  const compared = ({ id, name, status, group, group_id }: Omit<TheirComponent, "showcase">) => ({
    id,
    name,
    status,
    group,
    group_id: group_id ?? null,
  });
  const moved = new Set(theirComponents.map(({ id }) => id));
  const shown = (components as TheirComponent[]).filter(({ id }) => moved.has(id));
  expect(byId(shown).map(compared)).toEqual(byId(theirComponents).map(compared));
});

test("the client reads incidents and maintenance as Statuspage answered them", async () => {
  const all = (await client.api.incidents.getAll()).incidents as unknown as TheirEvent[];
  const incidents = theirEvents.filter((each) => !isMaintenance(each));
  expect(byId(all).map(comparedEvent)).toEqual(byId(incidents).map(comparedEvent));
  // Its own lists of maintenance all ask for upcoming.json.
  const works = (await client.api.getSummary()).scheduled_maintenances as unknown as TheirEvent[];
  const answer = await fetch(`${originUrl}/${slug}/api/v2/scheduled-maintenances.json`);
  const listed = (await answer.json()) as { scheduled_maintenances: TheirEvent[] };
  expect(listed.scheduled_maintenances.map(({ id }) => id)).toEqual(works.map(({ id }) => id));
  expect(byId(works).map(comparedEvent)).toEqual(byId(theirEvents.filter(isMaintenance)).map(comparedEvent));
  const open = (await client.api.incidents.getUnresolved()).incidents.map(({ id }) => id);
  expect(open).toEqual(incidents.filter(({ resolved_at }) => resolved_at === null).map(({ id }) => id));
});

test("an incident is answered by its id, and its old address leads to it", async () => {
  for (const { id, name } of theirEvents) {
    const answer = await fetch(`${originUrl}/${slug}/api/v2/incidents/${id}.json`);
    expect(await answer.json()).toMatchObject({ page: { id: theirPage?.id }, incident: { id, name } });
    const moved = await fetch(`${originUrl}/${slug}/incidents/${id}`, { redirect: "manual" });
    expect(moved.status).toBe(301);
  }
});
