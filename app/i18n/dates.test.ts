import { expect, test } from "vitest";
import { emailTimesIn } from "~/notifications/print/times";
import { words } from "../../tests/support/words";
import { dateFormats } from "./dates";
import { zoneGroups } from "./zones";

test("who asks for every zone there is makes those in use no dearer, and keeps few", () => {
  const used = dateFormats("en", "Europe/Berlin");
  const zones = Intl.supportedValuesOf("timeZone");
  const first = zones.map((zone) => {
    expect(dateFormats("en", "Europe/Berlin")).toBe(used);
    return dateFormats("de", zone);
  });
  const kept = zones.filter((zone, index) => dateFormats("de", zone) === first[index]);
  expect(zones.length).toBeGreaterThan(400);
  expect(kept.length).toBeLessThan(150);
});

const at = Date.UTC(2026, 10, 20, 13, 5);
const hour = 3_600_000;

test("dates and numbers are those of the reader's region, words those of the language", () => {
  const full = (tag: string) => dateFormats(words(tag).language, "Europe/Berlin").full(at);
  expect(["en", "en-GB", "de-AT", "ar-EG"].map(full)).toEqual([
    "Nov 20, 2026, 14:05",
    "20 Nov 2026, 14:05",
    "20. Nov. 2026, 14:05",
    "٢٠ نوفمبر ٢٠٢٦، ١٤:٠٥",
  ]);
  expect(["es", "es-MX", "de-CH"].map((tag) => words(tag).number(12_345.5))).toEqual([
    "12.345,5",
    "12,345.5",
    "12'345.5",
  ]);
});

test("a calendar day is YYYY-MM-DD whatever a region's own pattern, digits and calendar are", () => {
  for (const tag of ["en-CA", "ar-EG", "fa-IR", "th", "ja-u-ca-japanese"]) {
    expect([tag, dateFormats(tag, "Europe/Berlin").dayAt(at)]).toEqual([tag, "2026-11-20"]);
    expect(dateFormats(tag, "Etc/UTC").month("2026-11")).toMatch(/2026|٢٠٢٦|۲۰۲۶/);
  }
});

test("a range is written as the language does", () => {
  expect(dateFormats("ja", "Etc/UTC").span(at, at + hour)).toBe("11月20日 13:05～14:05");
  expect(dateFormats("ko", "Etc/UTC").span(at, at + hour)).toBe("11월 20일 13:05 ~ 14:05");
  expect(dateFormats("fr", "Etc/UTC").span(at, at + hour)).toBe("20 nov., 13:05 – 14:05");
});

test("what lies ahead is named with its weekday and year, in a mail too", () => {
  const january = Date.UTC(2027, 0, 12, 1);
  expect(emailTimesIn("de", "Europe/Berlin").window(january, january + hour)).toEqual({
    local: "Di., 12. Jan. 2027, 02:00 – 03:00 (Europe/Berlin)",
    utc: "Di., 12. Jan. 2027, 01:00 – 02:00 UTC",
  });
});

test("what is of another year names it", () => {
  const { dated, datedSpan, datedDay, near, zoned } = dateFormats("en", "Europe/Berlin");
  const [now, newYear] = [Date.UTC(2026, 11, 31, 12), Date.UTC(2027, 0, 1, 1)];
  expect([dated(now - hour, now), dated(newYear, now), dated(now - hour, newYear)]).toEqual([
    "Dec 31, 12:00",
    "Jan 1, 2027, 02:00",
    "Dec 31, 2026, 12:00",
  ]);
  expect(datedSpan(newYear, newYear + hour, now)).toBe("Jan 1, 2027, 02:00 – 03:00");
  expect(datedSpan(now + 10 * hour, newYear, now)).toBe("Dec 31, 2026, 23:00 – Jan 1, 2027, 02:00");
  expect(datedSpan(now - hour, now, now)).toBe("Dec 31, 12:00 – 13:00");
  expect([near(newYear, now), zoned(newYear, now)]).toEqual(["Jan 1, 2027, 02:00", "Jan 1, 2027, 02:00 GMT+1"]);
  expect([datedDay("2026-12-31", "2027-01-01"), datedDay("2027-01-01", "2027-01-02")]).toEqual([
    "Dec 31, 2026",
    "Jan 1",
  ]);
});

test("a time that comes twice names its offset, and no other does", () => {
  const first = Date.UTC(2026, 10, 1, 5, 30);
  const york = dateFormats("en", "America/New_York");
  expect([york.instant(first), york.clock(first + hour), york.full(first + 2 * hour)]).toEqual([
    "Nov 1, 01:30 EDT",
    "01:30 EST",
    "Nov 1, 2026, 02:30",
  ]);
  expect(york.span(first, first + hour)).toBe("Nov 1, 01:30 EDT – 01:30 EST");
  expect(york.planned(first - hour, first)).toBe("Sun, Nov 1, 2026, 00:30 – 01:30 EDT");
  expect(york.near(first, first)).toBe("01:30 EDT");
  expect(york.zoned(first, first)).toBe("01:30 EDT");
  const berlin = (language: string) => dateFormats(language, "Europe/Berlin").clock(Date.UTC(2026, 9, 25, 0, 30));
  expect(["de", "ja", "fr"].map(berlin)).toEqual(["02:30 MESZ", "02:30 GMT+2", "02:30 UTC+2"]);
  expect(emailTimesIn("en", "America/New_York").instant(first)).toBe("Nov 1, 2026, 01:30 EDT · 05:30 UTC");
});

test("sentences follow each other with a blank where the language has one", () => {
  expect(words("de").sentences(["Eins.", "Zwei."])).toBe("Eins. Zwei.");
  for (const tag of ["ja", "zh-Hans"]) expect(words(tag).sentences(["一。", "二。"])).toBe("一。二。");
});

test("zones are sorted as the language sorts", () => {
  for (const tag of ["de", "ja", "ar"]) {
    const { compare } = new Intl.Collator(tag);
    for (const { zones } of zoneGroups(tag)) {
      const texts = zones.map(({ text }) => text);
      expect(texts).toEqual(texts.toSorted(compare));
    }
  }
});

test("an instant that is read by itself names its zone, and which of two hours it is", () => {
  const berlin = dateFormats("en", "Europe/Berlin");
  expect(berlin.instantZoned(Date.parse("2026-10-25T00:30:00Z"))).toBe("Oct 25, 02:30 GMT+2");
  expect(berlin.instantZoned(Date.parse("2026-10-25T01:30:00Z"))).toBe("Oct 25, 02:30 GMT+1");
  expect(dateFormats("de", "Europe/Berlin").instantZoned(Date.parse("2026-11-20T12:00:00Z"))).toBe(
    "20. Nov., 13:00 MEZ",
  );
  expect(dateFormats("en", "Etc/UTC").instantZoned(Date.parse("2026-11-20T12:00:00Z"))).toBe("Nov 20, 12:00 UTC");
});
