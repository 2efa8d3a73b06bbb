import Parser from "rss-parser";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openIncident } from "~/incidents/open";
import { postIncidentUpdate } from "~/incidents/post-update";
import { readIncident } from "~/incidents/read";
import { withdrawIncident } from "~/incidents/verbs";
import { planMaintenance } from "~/maintenances/plan";
import { cancelMaintenance } from "~/maintenances/verbs";
import { resetIsolate } from "~/platform/isolate";
import { feedResponse } from "~/status-page/api/feeds";
import { atomFeedXml } from "~/status-page/formats/atom";
import { feedContentOf } from "~/status-page/formats/feed";
import { rssFeedXml } from "~/status-page/formats/rss";
import { cutDocumentToSize } from "~/status-page/rules/document-size";
import { type Desk, good, openDesk } from "../support/desk";
import { atomComplaints, xmlComplaints } from "../support/feed-validators";
import { hostileTexts, largestIncidents, sampleIncident, sampleRecent, sampleUpdate } from "../support/sample-recent";

/** Feeds as independent programs read them: xmllint with the schema of RFC 4287, rss-parser. */
let desk: Desk;
beforeEach(async () => {
  desk = await openDesk();
  resetIsolate();
});
afterEach(() => desk.close());

/** One poll of a reader: what it got, found valid. */
async function poll(path: string) {
  desk.deployment.clock.now += 1001;
  const url = new URL(`http://localhost:8787/acme/${path}`);
  const response = await feedResponse(new Request(url), desk.deployment.ctx(), url);
  expect([path, response.status]).toEqual([path, 200]);
  const text = await response.text();
  expect(path.endsWith("atom") ? atomComplaints(text) : xmlComplaints(text)).toEqual([]);
  return new Parser().parseString(text);
}

interface Entry {
  title?: string;
  updated: string;
}

/** What a feed reader keeps: one entry per id, replaced when it is newer. */
async function read(kept: Map<string, Entry>): Promise<void> {
  const { items } = await poll("feed.atom");
  for (const item of items as unknown as (Entry & { id: string; title: string })[]) {
    const known = kept.get(item.id);
    const entry = { title: item.title.trim(), updated: (item as unknown as { isoDate: string }).isoDate };
    if (known) expect(entry.updated >= known.updated).toBe(true);
    kept.set(item.id, entry);
  }
}

const say = async (id: string, status: "identified" | "resolved") => {
  const { incident } = await good(readIncident(desk.owner(), { pageId: desk.pageId, id }));
  const said = { status, body: `Now ${status}, with **care** and a [link](https://example.com/a?b=1&c=2).` };
  await good(
    postIncidentUpdate(desk.owner(), { pageId: desk.pageId, id, version: incident.version, ...said, notify: true }),
  );
};

test("a reader that polls across updates, a withdrawal and a cancellation keeps one entry for each", async () => {
  const kept = new Map<string, Entry>();
  await read(kept);
  expect(kept.size).toBe(0);
  const { pageId, components } = desk;
  const first = { title: "API & <b>sign-in</b> down", body: "We look.", status: "investigating" as const };
  const { id } = await good(
    openIncident(desk.owner(), {
      pageId,
      ...first,
      components: { [components[1]]: "major_outage" },
      visibility: "published",
      notify: true,
    }),
  );
  await read(kept);
  for (const status of ["identified", "resolved"] as const) {
    desk.deployment.clock.now += 60_000;
    await say(id, status);
    await read(kept);
  }
  expect([...kept.values()].map(({ title }) => title)).toEqual(["API & <b>sign-in</b> down"]);
  const startsAt = desk.deployment.clock.now + 3600_000;
  const window = {
    startsAt,
    endsAt: startsAt + 3600_000,
    components: { [components[0]]: "under_maintenance" as const },
  };
  const planned = await good(planMaintenance(desk.owner(), { pageId, title: "Move", body: "We move.", ...window }));
  await read(kept);
  expect(kept.size).toBe(2);
  desk.deployment.clock.now += 60_000;
  await good(withdrawIncident(desk.owner(), { pageId, id }));
  await good(cancelMaintenance(desk.owner(), { pageId, id: planned.id, body: "Called off." }));
  await read(kept);
  expect([...kept.values()].map(({ title }) => title).sort()).toEqual([
    "Cancelled: Move",
    "This incident was withdrawn.",
  ]);
  for (const path of ["feed.rss", "history.atom", "history.rss", `components/${components[1]}/feed.atom`]) {
    const { items } = await poll(path);
    expect([path, items.length]).toEqual([path, path.startsWith("components") ? 1 : 2]);
  }
  const texts = JSON.stringify((await poll("feed.rss")).items);
  expect(texts).not.toMatch(/sign-in|We look|care/);
  expect(texts).toMatch(/Cancelled.*Called off\..*We move/s);
  expect(texts).toContain(`/maintenances/${planned.id}"`);
});

const words = {
  language: "en",
  title: (page: string) => page,
  status: (status: string) => status,
  withdrawn: "Withdrawn.",
  cancelled: "Cancelled.",
  calledOff: (title: string) => `Cancelled: ${title}`,
  cut: "More",
  scheduled: "PLANNED",
};

test("valid whatever stands in it: hostile titles, names and texts, the largest page, an empty one", () => {
  const recent = sampleRecent();
  const hostile = hostileTexts.map((text, index) =>
    sampleIncident(`h${index}`, {
      title: text,
      updates: [sampleUpdate(`u${index}`, { html: `<p>${text}</p>`, text })],
    }),
  );
  const pages = [
    {
      ...recent,
      incidents: hostile,
      page: { ...recent.page, name: hostileTexts.join(" "), about: hostileTexts[0] ?? "" },
    },
    cutDocumentToSize({ ...recent, incidents: largestIncidents() }),
    { ...recent, incidents: [], maintenances: [], tombstones: [] },
  ];
  for (const page of pages) {
    expect(atomComplaints(atomFeedXml(feedContentOf(page, words, "atom")))).toEqual([]);
    expect(xmlComplaints(rssFeedXml(feedContentOf(page, words, "rss")))).toEqual([]);
  }
});

test("the validators can say no", () => {
  const text = atomFeedXml(feedContentOf(sampleRecent(), words, "atom"));
  expect(atomComplaints(text.replace(/<id>[^<]*<\/id>/, "")).join()).toContain("id");
  expect(atomComplaints(text.replace("<entry>", "<entry>\u0001"))).not.toEqual([]);
  expect(xmlComplaints("<rss><channel></rss>")).not.toEqual([]);
});
