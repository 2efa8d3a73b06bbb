import { expect, test } from "vitest";
import { byteComplaints, readBoth } from "../../../tests/support/calendar-reader";
import {
  hostileTexts,
  largestIncidents,
  sampleIncident,
  sampleRecent,
  sampleUpdate,
} from "../../../tests/support/sample-recent";
import { type CalendarWords, icalendarText } from "./calendar";

const words: CalendarWords = {
  title: (page, component) => (component === undefined ? page : `${component} – ${page}`),
  language: "pt-BR",
  status: (status) => status,
  withdrawn: "Withdrawn.",
  cancelled: "Cancelled.",
  cut: "More on the page.",
  open: "Open.",
  incident: "Störung",
  maintenance: "Wartung",
  summary: (page, title) => `${page}: ${title}`,
  affects: (names) => names.join(", "),
};

test("valid whatever stands in it, and read alike by both programs: hostile texts, all scripts, the largest page", () => {
  const recent = sampleRecent();
  const texts = [
    ...hostileTexts,
    "日本語のとても長い題名".repeat(20),
    "عنوان طويل جدًا ".repeat(20),
    "👩‍👩‍👧‍👦".repeat(40),
    "a, b; c \\ d\\ BEGIN:VEVENT\r\nEND:VCALENDAR",
  ];
  const hostile = texts.map((text, index) =>
    sampleIncident(`h${index}`, { title: text, updates: [sampleUpdate(`u${index}`, { text })] }),
  );
  const named = { ...recent.page, name: texts.join(" ").slice(0, 250) };
  const pages = [
    { ...recent, incidents: hostile, page: named },
    { ...recent, incidents: largestIncidents() },
  ];
  for (const page of pages) {
    const file = icalendarText(page, [], words);
    expect(byteComplaints(file)).toEqual([]);
    const [one, other] = readBoth(file);
    expect(one).toHaveLength(page.incidents.length + page.maintenances.length + page.tombstones.length);
    expect(one).toEqual(other);
  }
  const cut = readBoth(icalendarText(pages[1] as (typeof pages)[1], [], words))[0].find(
    ({ uid }) => uid === "incident-long-0@upfront.invalid",
  );
  expect(cut?.description).toMatch(/…\n\nMore on the page\.$/);
  expect(cut?.description.length).toBeLessThan(1100);
});

test("its own name is escaped as the texts of its events are", () => {
  const recent = sampleRecent();
  const named = { ...recent, page: { ...recent.page, name: "Disks, tapes; and C:\\new" } };
  const lines = icalendarText(named, [], words).replaceAll("\r\n ", "").split("\r\n");
  expect(lines).toContain("X-WR-CALNAME:Disks\\, tapes\\; and C:\\\\new");
});

test("an incident whose parts are alike is an instant, never an end before its start", () => {
  const at = Date.UTC(2026, 10, 20, 14);
  const incident = sampleIncident("a", {
    startedAt: at + 500,
    resolvedAt: at,
    createdAt: at,
    updatedAt: at,
    publishedAt: at,
    updates: [],
  });
  const file = icalendarText({ ...sampleRecent(), incidents: [incident], maintenances: [], tombstones: [] }, [], words);
  expect(file).toContain("DTSTART:20261120T140000Z");
  expect(file).not.toContain("DTEND");
});

test("a backslash is one, whatever follows it", () => {
  const page = {
    ...sampleRecent(),
    incidents: [sampleIncident("a", { title: "C:\\new\\," })],
    maintenances: [],
    tombstones: [],
  };
  // Checked with ical.js alone, because node-ical reads every \\n as a new line.
  expect(readBoth(icalendarText(page, [], words))[0][0]?.summary).toBe("Northwind Cloud: C:\\new\\,");
});

test("who made it says in which language it speaks", () => {
  expect(icalendarText(sampleRecent(), [], words)).toContain("\r\nPRODID:-//Upfront//Status calendar//PT-BR\r\n");
});

test("the readers can say no", () => {
  expect(byteComplaints("BEGIN:VCALENDAR\nEND:VCALENDAR")).not.toEqual([]);
  expect(byteComplaints(`SUMMARY:${"ü".repeat(40)}\r\n`)).toHaveLength(1);
  expect(() => readBoth("BEGIN:VCALENDAR\r\nSUMMARY no colon\r\nEND:VCALENDAR\r\n")).toThrow();
});
