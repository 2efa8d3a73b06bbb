import type { RecentDocument, RecentIncident } from "~/status-page/rules/recent-document";
import type { SnapshotUpdate } from "~/status-page/rules/snapshot-document";
import { sampleNow, sampleSnapshot } from "./sample-snapshot";

/**
 * Returns the recent part of the sample page: an open and two past incidents, a scheduled maintenance, one withdrawn of
 * each.
 */
export function sampleRecent(): RecentDocument {
  const { page, components, recent, maintenances } = sampleSnapshot();
  const { id, slug, name, about, url, language, noindex, updatedAt } = page;
  const day = 24 * 3600_000;
  return {
    format: 1,
    page: { id, slug, name, about, url, language, noindex, updatedAt },
    revision: 7,
    builtAt: sampleNow,
    components: components.map(({ id: componentId, name: called }) => ({ id: componentId, name: called })),
    incidents: recent.incidents.map((each) => ({ ...each, publishedAt: each.createdAt })),
    maintenances,
    tombstones: [
      {
        id: "taken-back",
        kind: "incident",
        componentIds: [components[0]?.id ?? ""],
        publishedAt: sampleNow - 3 * day,
        withdrawnAt: sampleNow - 2 * day,
      },
      {
        id: "called-off",
        kind: "maintenance",
        componentIds: [],
        publishedAt: sampleNow - 5 * day,
        withdrawnAt: sampleNow - 4 * day,
      },
    ],
  };
}

export const sampleUpdate = (id: string, fields: Partial<SnapshotUpdate> = {}): SnapshotUpdate => ({
  id,
  status: "investigating",
  html: "<p>We look.</p>",
  text: "We look.",
  notify: true,
  changes: [],
  shownAt: sampleNow,
  createdAt: sampleNow,
  updatedAt: sampleNow,
  ...fields,
});

export const sampleIncident = (id: string, fields: Partial<RecentIncident> = {}): RecentIncident => ({
  id,
  title: "Search was unavailable",
  status: "investigating",
  impact: "minor",
  impactOverride: null,
  startedAt: sampleNow,
  monitoringAt: null,
  resolvedAt: null,
  createdAt: sampleNow,
  updatedAt: sampleNow,
  publishedAt: sampleNow,
  components: [],
  updates: [sampleUpdate(`${id}-1`)],
  ...fields,
});

/** Returns fifty incidents with one text of the greatest length each. */
export const largestIncidents = (): RecentIncident[] =>
  Array.from({ length: 50 }, (_, index) => {
    const text = "Everything is said at length. ".repeat(840).slice(0, 25_000);
    const at = sampleNow - index * 3600_000;
    const said = sampleUpdate(`long-${index}-1`, { html: `<p>${text}</p>`, text, shownAt: at });
    return sampleIncident(`long-${index}`, { startedAt: at, publishedAt: at, updates: [said] });
  });

/** Texts that people and machines may put into a title or a text. */
export const hostileTexts = [
  "<script>alert(1)</script>",
  "]]> ends nothing",
  "<![CDATA[ begins nothing ]]]]><![CDATA[>",
  "zero\u0000one\u0001vertical\u000bform\u000cescape\u001bdelete\u007f",
  "turned \u202egnihtyreve\u2066 after it",
  "half \ud83d a pair \udc00 and a whole \u{1f600}",
  "not a character \ufffe \uffff",
  "&amp; &lt; &bogus; &#0; &#x1F;",
  "<?xml version='1.1'?><!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/passwd'>]>&e;",
  "\"quotes' and\ttabs\nand\r\nlines",
];
