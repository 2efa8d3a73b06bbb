import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { refusalText } from "~/i18n/refusal-text";
import { formatLocalTime, localTimeRefusal, parseLocalTime, zonedTimeText } from "./local-time";

const instant = (text: string) => Date.parse(text);

describe("a time typed in the page's zone", () => {
  it("is read in that zone, winter and summer", () => {
    expect(parseLocalTime("2026-01-10T14:05", "Europe/Berlin")).toEqual({ ok: true, at: instant("2026-01-10T13:05Z") });
    expect(parseLocalTime("2026-07-10T14:05", "Europe/Berlin")).toEqual({ ok: true, at: instant("2026-07-10T12:05Z") });
  });

  it("is refused in a skipped hour, with the next time that exists", () => {
    const read = parseLocalTime("2026-03-29T02:30", "Europe/Berlin");
    expect(read).toEqual({ ok: false, reason: "skipped", next: "2026-03-29T03:00" });
    if (read.ok) throw new Error("read a time that does not exist");
    expect(refusalText(localTimeRefusal(read, "Europe/Berlin"), "en")).toContain("03:00 on 2026-03-29");
  });

  it("offers half an hour later where the clocks jump by half an hour", () => {
    const read = parseLocalTime("2026-10-04T02:10", "Australia/Lord_Howe");
    expect(read).toEqual({ ok: false, reason: "skipped", next: "2026-10-04T02:30" });
  });

  it("means the first coming of an hour that comes twice", () => {
    expect(parseLocalTime("2026-10-25T02:30", "Europe/Berlin")).toEqual({ ok: true, at: instant("2026-10-25T00:30Z") });
  });

  it.each(["", "tomorrow", "2026-02-30T10:00", "2026-01-01", "2026-01-01T25:00"])("refuses %j", (text) => {
    expect(parseLocalTime(text, "Etc/UTC")).toEqual({ ok: false, reason: "malformed" });
  });

  it("comes back as it was written", () => {
    const zones = fc.constantFrom("Etc/UTC", "Europe/Berlin", "Asia/Kathmandu", "America/New_York", "Pacific/Apia");
    const minutes = fc.integer({
      min: instant("2024-01-01T00:00Z") / 60_000,
      max: instant("2035-01-01T00:00Z") / 60_000,
    });
    fc.assert(
      fc.property(zones, minutes, (zone, minute) => {
        const text = formatLocalTime(minute * 60_000, zone);
        const read = parseLocalTime(text, zone);
        expect(read.ok).toBe(true);
        if (read.ok) expect(formatLocalTime(read.at, zone)).toBe(text);
      }),
      { numRuns: 300 },
    );
  });
});

describe("a time in a text", () => {
  it.each([
    ["2026-11-20T12:05:59Z", "Etc/UTC", "2026-11-20 12:05 UTC"],
    ["2026-11-20T12:05:00Z", "Europe/Berlin", "2026-11-20 13:05 Europe/Berlin"],
    ["2026-10-25T00:30:00Z", "Europe/Berlin", "2026-10-25 02:30 Europe/Berlin (UTC+02:00)"],
    ["2026-10-25T01:30:00Z", "Europe/Berlin", "2026-10-25 02:30 Europe/Berlin (UTC+01:00)"],
    ["2026-03-29T01:00:00Z", "Europe/Berlin", "2026-03-29 03:00 Europe/Berlin"],
  ])("of %s in %s is %s", (at, zone, text) => {
    expect(zonedTimeText(instant(at), zone)).toBe(text);
  });
});
