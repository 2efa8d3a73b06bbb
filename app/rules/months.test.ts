import { expect, test } from "vitest";
import { monthOf, monthsBeside, monthWindow, toMonth } from "./months";

test("only a month is a month", () => {
  const given = ["2026-11", "2026-13", "2026-00", "1999-12", "2026-1", "2026-11-01", "", null, "２０２６-11"];
  expect(given.map(toMonth)).toEqual(["2026-11", null, null, null, null, null, null, null, null]);
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
  expect(monthsBeside("2026-01", "2025-12", "2026-11")).toEqual({ earlier: "2025-12", later: "2026-02" });
  expect(monthsBeside("2025-12", "2025-12", "2026-11").earlier).toBeNull();
  expect(monthsBeside("2026-11", null, "2026-11")).toEqual({ earlier: null, later: null });
});
