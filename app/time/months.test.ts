import { expect, test } from "vitest";
import { monthOf, monthPickerLinks, monthWindow, neighbourMonths, parseMonth } from "./months";

test("only a month is a month", () => {
  const given = ["2026-11", "2026-13", "2026-00", "1999-12", "2026-1", "2026-11-01", "", null, "２０２６-11"];
  expect(given.map(parseMonth)).toEqual(["2026-11", null, null, null, null, null, null, null, null]);
});

test("a month is that of the page's zone, whole, over clock changes and the turn of the year", () => {
  expect(monthOf("Asia/Tokyo", Date.UTC(2026, 10, 30, 16))).toBe("2026-12");
  expect(monthWindow("Europe/Berlin", "2026-10")).toEqual({
    month: "2026-10",
    from: Date.UTC(2026, 8, 30, 22),
    to: Date.UTC(2026, 9, 31, 23),
  });
  expect(monthWindow("Etc/UTC", "2026-12").to).toBe(Date.UTC(2027, 0, 1));
});

test("there is nothing before the first and after the present month", () => {
  expect(neighbourMonths("2026-01", "2025-12", "2026-11")).toEqual({ earlier: "2025-12", later: "2026-02" });
  expect(neighbourMonths("2025-12", "2025-12", "2026-11").earlier).toBeNull();
  expect(neighbourMonths("2026-11", null, "2026-11")).toEqual({ earlier: null, later: null });
});

test("a list of years and one of months lead to everything, and nowhere else", () => {
  const picker = monthPickerLinks("2025-03", "2024-11", "2026-02");
  expect(picker?.years).toEqual([
    { year: "2026", month: "2026-02" },
    { year: "2025", month: "2025-03" },
    { year: "2024", month: "2024-11" },
  ]);
  expect(picker?.months.every(({ month, open }) => open && month.startsWith("2025-"))).toBe(true);
  const open = (month: string) =>
    monthPickerLinks(month, "2024-11", "2026-02")?.months.flatMap((each) => (each.open ? [each.month] : []));
  expect(open("2024-12")).toEqual(["2024-11", "2024-12"]);
  expect(open("2001-01")).toEqual(["2024-11", "2024-12"]);
  expect(open("2199-12")).toEqual(["2026-01", "2026-02"]);
  expect(monthPickerLinks("2026-02", "2026-02", "2026-02")).toBeNull();
  expect(monthPickerLinks("2026-02", null, "2026-02")).toBeNull();
  expect(monthPickerLinks("2026-02", "1987-05", "2026-02")?.years.at(-1)).toEqual({ year: "2000", month: "2000-02" });
});
