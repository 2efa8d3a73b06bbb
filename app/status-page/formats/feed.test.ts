import Parser from "rss-parser";
import { expect, test } from "vitest";
import {
  hostileTexts,
  largestIncidents,
  sampleIncident,
  sampleRecent,
  sampleUpdate,
} from "../../../tests/support/sample-recent";
import { sampleNow } from "../../../tests/support/sample-snapshot";
import type { RecentDocument } from "../rules/recent-document";
import { atomFeedXml } from "./atom";
import { feedContentOf } from "./feed";
import type { FeedWords } from "./feed-words";
import { rssFeedXml } from "./rss";

const words: FeedWords = {
  language: "en",
  title: (page, component) => (component ? `${component} – ${page}` : `${page} – incidents`),
  status: (status) => status[0]?.toUpperCase() + status.slice(1),
  withdrawn: "This incident was withdrawn.",
  cancelled: "This maintenance was cancelled.",
  calledOff: (title: string) => `Cancelled: ${title}`,
  cut: "Read the whole text on the page.",
  scheduled: "THIS IS A SCHEDULED EVENT",
};

const printed = (recent: RecentDocument) => ({
  atom: atomFeedXml(feedContentOf(recent, words, "atom")),
  rss: rssFeedXml(feedContentOf(recent, words, "rss")),
});
const parse = (text: string) => new Parser({ defaultRSS: 2.0 }).parseString(text);
const contentsOf = async (text: string) => (await parse(text)).items.map(({ content }) => content).join("\n");
const withIncidents = (...incidents: RecentDocument["incidents"]): RecentDocument => ({
  ...sampleRecent(),
  incidents,
  maintenances: [],
  tombstones: [],
});

test("rss-parser reads both: the same entries with the same ids, absolute links and texts", async () => {
  const { atom: first, rss: second } = printed(sampleRecent());
  const [one, other] = [await parse(first), await parse(second)];
  expect(one.items).toHaveLength(6);
  expect(one.items.map((each) => each.id)).toEqual(other.items.map((each) => each.guid));
  expect(one.items.map((each) => each.link)).toEqual(other.items.map((each) => each.link));
  expect(one.title).toBe("Northwind Cloud – incidents");
  expect(one.feedUrl).toBe("https://status.example.com/northwind/feed.atom");
  expect(other.feedUrl).toBe("https://status.example.com/northwind/feed.rss");
  expect([one.link, other.link]).toEqual(Array(2).fill("https://status.example.com/northwind"));
  const open = one.items.find((each) => each.title?.startsWith("Webhooks"));
  expect(open?.content).toContain("<strong>Identified</strong> - A queue worker runs out of memory");
  expect(open?.content).toContain(
    "<small>Nov <var data-var='date'>20</var>, <var data-var='time'>13:45</var> UTC</small>",
  );
});

test.each([
  ["de", "<small><var data-var='date'>20</var>. Nov., <var data-var='time'>13:45</var> UTC</small>"],
  ["ja", "<small>11月<var data-var='date'>20</var>日 <var data-var='time'>13:45</var> UTC</small>"],
  ["he", "<small><var data-var='date'>20</var> בנוב׳, <var data-var='time'>13:45</var> UTC</small>"],
  ["ar", "<small><var data-var='date'>20</var> نوفمبر، <var data-var='time'>13:45</var> UTC</small>"],
])("a time is in the order of its language: %s", async (language, time) => {
  const { items } = await parse(atomFeedXml(feedContentOf(sampleRecent(), { ...words, language }, "atom")));
  expect(items.find((each) => each.title?.startsWith("Webhooks"))?.content).toContain(time);
});

test("an id is the page's for ever: another slug and host change links and no id", () => {
  const before = sampleRecent();
  const moved = { ...before, page: { ...before.page, slug: "moved", url: "https://status.moved.example" } };
  const ids = (text: string) => text.match(/tag:[^<]+/g);
  for (const format of ["atom", "rss"] as const) {
    expect(ids(printed(moved)[format])).toEqual(ids(printed(before)[format]));
    expect(printed(moved)[format]).not.toContain("status.example.com");
  }
});

test("updated grows with each thing said and each correction, published stays", () => {
  const first = sampleUpdate("one", { shownAt: sampleNow, updatedAt: sampleNow });
  const second = sampleUpdate("two", { shownAt: sampleNow + 60_000, updatedAt: sampleNow + 60_000 });
  const corrected = { ...first, updatedAt: sampleNow + 120_000 };
  const stories = [[first], [second, first], [second, corrected]];
  const feeds = stories.map((updates) => feedContentOf(withIncidents(sampleIncident("i", { updates })), words, "atom"));
  const entries = feeds.flatMap((each) => each.entries);
  expect(entries.map((each) => each.updated - sampleNow)).toEqual([0, 60_000, 120_000]);
  expect(new Set(entries.map((each) => `${each.id} ${each.published}`)).size).toBe(1);
  expect(feeds.map((each) => each.updated)).toEqual(entries.map((each) => each.updated));
});

test("what was taken back stays as an entry of the same id that says only that", async () => {
  const { items } = await parse(printed(sampleRecent()).atom);
  const gone = items.filter((each) => /taken-back|called-off/.test(String(each.id)));
  expect(gone.map((each) => [each.title, each.content?.trim(), each.link])).toEqual([
    ["This incident was withdrawn.", "<p>This incident was withdrawn.</p>", "https://status.example.com/northwind"],
    [
      "This maintenance was cancelled.",
      "<p>This maintenance was cancelled.</p>",
      "https://status.example.com/northwind",
    ],
  ]);
});

test("a maintenance begins with its window, and what is planned is its first update", async () => {
  const text = await contentsOf(printed(sampleRecent()).atom);
  expect(text).toContain(
    "<p><strong>THIS IS A SCHEDULED EVENT Nov <var data-var='date'>23</var>, <var data-var='time'>02:00</var> - <var data-var='time'>04:00</var> UTC</strong></p>",
  );
  expect(text).toContain("<strong>Scheduled</strong> - We move to a new major version.");
});

test("a plan that was told as an update in the same words is told once, and in other words with them", async () => {
  const recent = sampleRecent();
  const [plan] = recent.maintenances;
  if (!plan) throw new Error("The sample has no maintenance.");
  const { html, text } = plan;
  const toldAs = (said: { html: string; text: string }) => {
    const updates = [sampleUpdate("u", { status: "scheduled", ...said })];
    return contentsOf(printed({ ...recent, incidents: [], maintenances: [{ ...plan, updates }] }).atom);
  };
  expect((await toldAs({ html, text })).match(/<strong>Scheduled<\/strong>/g)).toHaveLength(1);
  const moved = await toldAs({ html: "<p>Moved.</p>", text: "Moved." });
  expect(moved.match(/<strong>Scheduled<\/strong> - (Moved|We move)/g)).toHaveLength(2);
});

test("RSS by the byte: RFC 822 dates whose weekday is right, guids that are no links, its own address", () => {
  const { rss: text } = printed(sampleRecent());
  const dates = [...text.matchAll(/<(?:pubDate|lastBuildDate)>([^<]+)</g)].map(([, date]) => date ?? "");
  expect(dates).toHaveLength(7);
  for (const date of dates) {
    expect(date).toMatch(/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} (GMT|\+0000)$/);
    expect(date).toBe(new Date(date).toUTCString());
  }
  expect(text.match(/<guid isPermaLink="false">tag:/g)).toHaveLength(6);
  expect(text).toContain(
    '<atom:link href="https://status.example.com/northwind/feed.rss" rel="self" type="application/rss+xml"/>',
  );
  expect(text).toContain("<language>en</language>");
  expect(text).not.toMatch(/<author>|href="\//);
});

test.each(["Payments & cards fail", "a < b", "x > y & z", "]]> & <b>"])("%j is read to the letter", async (title) => {
  const recent = withIncidents(
    sampleIncident("i", { title, updates: [sampleUpdate("u", { html: "<p>A &amp; B</p>" })] }),
  );
  const named = { ...recent, page: { ...recent.page, name: "Bugs & Co", about: "All & <more>" } };
  for (const text of Object.values(printed(named))) {
    const feed = await parse(text);
    expect([feed.title, feed.items[0]?.title]).toEqual(["Bugs & Co – incidents", title]);
    expect(feed.items[0]?.content).toMatch(/^<p>.*A &amp; B<\/p>$/);
    // Elements that hold text contain no layout, neither for the eye nor for a regular expression.
    expect(text).not.toMatch(/CDATA|>\s+[^<\s]|[^>\s]\s+<\//);
  }
});

/** Returns true for characters that XML 1.0 cannot hold, C1 controls, and halves of a surrogate pair. */
function isForbidden(letter: string): boolean {
  const code = letter.codePointAt(0) ?? 0;
  const control = code < 0x20 || (code >= 0x7f && code <= 0x9f);
  return (control && !"\t\n\r".includes(letter)) || (code >= 0xd800 && code <= 0xdfff) || (code & 0xfffe) === 0xfffe;
}

/** Removes invisible characters and collapses blanks. */
const clean = (text: string) =>
  [...text]
    .filter((letter) => !isForbidden(letter) && !/[\u202a-\u202e\u2066-\u2069]/.test(letter))
    .join("")
    .replace(/\s+/g, " ")
    .trim();

test.each(hostileTexts)("%j is text in a title and harmless in a body", async (hostile) => {
  const html = `<p>${hostile.replace(/[&<>]/g, (letter) => `&#${letter.charCodeAt(0)};`)}</p>`;
  const update = sampleUpdate("u", { html, text: hostile });
  const recent = withIncidents(sampleIncident("i", { title: hostile, updates: [update] }));
  for (const text of Object.values(printed({ ...recent, page: { ...recent.page, name: hostile } }))) {
    expect([...text].filter(isForbidden)).toEqual([]);
    const { items } = await parse(text);
    expect(items).toHaveLength(1);
    expect(items[0]?.title?.trim()).toBe(clean(hostile));
    expect(items[0]?.content).not.toMatch(/<script|<!|<\?/);
  }
});

test("a text that was cut is a link to the page", async () => {
  const [long] = largestIncidents();
  const updates = [sampleUpdate("cut", { html: "", text: "", cut: true })];
  const text = await contentsOf(printed(withIncidents(sampleIncident(long?.id ?? "", { updates }))).atom);
  expect(text).toContain(
    '- <a href="https://status.example.com/northwind/incidents/long-0">Read the whole text on the page.</a></p>',
  );
});

test("a component's feed holds what named it, at any time, and has an id of its own", () => {
  const recent = sampleRecent();
  const [website, api] = recent.components;
  const own = feedContentOf(recent, words, "atom", api);
  expect(own.entries.map(({ title }) => title)).toEqual(["Webhooks are delivered late and the API answers slowly"]);
  expect(own.id).not.toBe(feedContentOf(recent, words, "atom").id);
  expect(own.url).toBe(`https://status.example.com/northwind/components/${api?.id}`);
  expect(own.self).toBe(`${own.url}/feed.atom`);
  const named = { componentId: website?.id ?? "", name: "Website", from: "operational", to: "major_outage" };
  const once = sampleIncident("once", { updates: [sampleUpdate("u", { changes: [named] })] });
  const past = feedContentOf({ ...recent, incidents: [once] }, words, "rss", website);
  expect(past.entries.map(({ id }) => id)).toEqual([
    "tag:upfront.invalid,2026:incident/once",
    "tag:upfront.invalid,2026:incident/taken-back",
  ]);
});

test("a page on which nothing ever happened has an empty feed that is whole", async () => {
  const { atom: first, rss: second } = printed(withIncidents());
  for (const text of [first, second]) expect((await parse(text)).items).toEqual([]);
  expect(first).toContain("<updated>2026-11-10T");
  expect(second).toContain("<description>Live status of the Northwind platform");
});
