import { expect, test } from "vitest";
import { dateFormats } from "~/i18n/dates";
import { sampleNow, sampleSnapshot } from "../../../../tests/support/sample-snapshot";
import type { KnownShare } from "../../rules/known-days";
import { dayRuns } from "./day-runs";
import { pageEventsOf } from "./happening-days";
import { recentDayGroups } from "./recent-days";

const snapshot = sampleSnapshot();
const since =
  (start: string | null) =>
  (date: string): KnownShare | null =>
    start !== null && date >= start ? "all" : null;
const over = pageEventsOf(snapshot.recent.incidents, snapshot.recent.maintenances);

test("fifteen days of the viewer, quiet neighbours folded into one entry", () => {
  const days = recentDayGroups(
    { happenings: over, openSince: null, knowledge: since("2026-01-01") },
    dateFormats("en", "Etc/UTC"),
    sampleNow,
    15,
  );
  expect(days.map((day) => (day.kind === "busy" ? day.first : `${day.first}…${day.last}`))).toEqual([
    "2026-11-20",
    "2026-11-17…2026-11-19",
    "2026-11-16",
    "2026-11-12…2026-11-15",
    "2026-11-11",
    "2026-11-06…2026-11-10",
  ]);
});

test("the day of an incident is the viewer's, not the page's", () => {
  const tokyo = recentDayGroups(
    { happenings: over, openSince: null, knowledge: since("2026-01-01") },
    dateFormats("en", "Pacific/Kiritimati"),
    sampleNow,
    15,
  );
  expect(tokyo.flatMap((day) => (day.kind === "busy" ? day.first : []))).toEqual([
    "2026-11-21",
    "2026-11-17",
    "2026-11-12",
  ]);
});

test("of no day on which something open went on is it said that there was nothing", () => {
  const kinds = (openSince: number) =>
    recentDayGroups(
      { happenings: over.slice(1), openSince, knowledge: since("2026-01-01") },
      dateFormats("en", "Etc/UTC"),
      sampleNow,
      15,
    ).map((day) => (day.kind === "busy" ? day.first : `${day.kind} ${day.first}…${day.last}`));
  expect(kinds(sampleNow)[0]).toBe("ongoing 2026-11-20…2026-11-20");
  expect(kinds(sampleNow - 5 * 24 * 3_600_000).slice(0, 4)).toEqual([
    "ongoing 2026-11-17…2026-11-20",
    "2026-11-16",
    "ongoing 2026-11-15…2026-11-15",
    "quiet 2026-11-12…2026-11-14",
  ]);
});

test("of no day before anything is known is it said that there was nothing; what happened is listed", () => {
  const listed = (knownSince: string | null, openSince: number | null = null) =>
    recentDayGroups(
      { happenings: over, openSince, knowledge: since(knownSince) },
      dateFormats("en", "Etc/UTC"),
      sampleNow,
      15,
    ).map((day) => (day.kind === "busy" ? day.first : `${day.kind} ${day.first}…${day.last}`));
  expect(listed("2026-11-18")).toEqual(["2026-11-20", "quiet 2026-11-18…2026-11-19", "2026-11-16", "2026-11-11"]);
  expect(listed(null)).toEqual(["2026-11-20", "2026-11-16", "2026-11-11"]);
  expect(listed(null, sampleNow - 2 * 24 * 3_600_000)).toEqual([
    "2026-11-20",
    "ongoing 2026-11-18…2026-11-19",
    "2026-11-16",
    "2026-11-11",
  ]);
});

test("of a day of which nothing is known that is said, and of one that is known in part how far it holds", () => {
  const knowledge = (date: string) => (date < "2026-11-14" ? "none" : date < "2026-11-18" ? "some" : "all");
  const listed = (happenings: typeof over, known: (date: string) => KnownShare) =>
    recentDayGroups({ happenings, openSince: null, knowledge: known }, dateFormats("en", "Etc/UTC"), sampleNow, 15).map(
      (day) => (day.kind === "busy" ? day.first : `${day.kind} ${day.first}…${day.last}`),
    );
  expect(listed([], knowledge)).toEqual([
    "quiet 2026-11-18…2026-11-20",
    "partly 2026-11-14…2026-11-17",
    "unknown 2026-11-06…2026-11-13",
  ]);
  expect(listed([], () => "none")).toEqual([]);
});

test("the table has a row for each run of equal days and for each day with trouble", () => {
  const component = snapshot.components[0];
  if (!component) throw new Error("the sample has components");
  const stories = { "2026-11-19": [60_000, 0, 0, 0, 0], "2026-11-20": [0, 120_000, 0, 0, 30_000] };
  const shown = { ...snapshot, days: { ...snapshot.days, first: "2026-11-15" } };
  expect(dayRuns({ ...component, days: "--oomp", stories }, shown)).toEqual([
    {
      first: "2026-11-20",
      last: "2026-11-20",
      letter: "p",
      spans: [{ status: "partial_outage", length: 120_000 }],
      known: {
        length: snapshot.builtAt - Date.parse("2026-11-20") - 30_000,
        of: snapshot.builtAt - Date.parse("2026-11-20"),
      },
    },
    { first: "2026-11-19", last: "2026-11-19", letter: "m", spans: [{ status: "major_outage", length: 60_000 }] },
    { first: "2026-11-17", last: "2026-11-18", letter: "o", spans: [] },
    { first: "2026-11-15", last: "2026-11-16", letter: "-", spans: [] },
  ]);
});
