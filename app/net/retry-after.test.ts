import { expect, test } from "vitest";
import { retryAfterSeconds } from "./retry-after";

const now = Date.UTC(2026, 10, 29, 1, 0, 0);
const [date, later] = ["Sun, 29 Nov 2026 03:00:00 GMT", "Sun, 29 Nov 2026 03:00:45 GMT"];

test.each([
  ["seconds", { "retry-after": " 45 " }, 45],
  ["no seconds", { "retry-after": "0" }, 0],
  ["more than a day", { "retry-after": "99999999" }, 99_999_999],
  ["a date, by the clock that said it", { "retry-after": later, date }, 45],
  ["a date without another, by our clock", { "retry-after": "Sun, 29 Nov 2026 01:00:45 GMT" }, 45],
  ["a date that is over", { "retry-after": date, date: later }, 0],
  ["the date of RFC 850", { "retry-after": "Sunday, 29-Nov-26 03:00:45 GMT", date }, 45],
  ["the date of asctime()", { "retry-after": "Sun Nov 29 03:00:45 2026", date }, 45],
  ["a date of one digit", { "retry-after": "Wed Dec  2 03:00:00 2026", date }, 3 * 86_400],
  ["nothing", {}, null],
  ["an empty text", { "retry-after": "" }, null],
  ["less than nothing", { "retry-after": "-5" }, null],
  ["a fraction", { "retry-after": "1.5" }, null],
  ["two", { "retry-after": "5, 9" }, null],
  ["another zone", { "retry-after": "Sun, 29 Nov 2026 03:00:45 +0100" }, null],
  ["a date of ISO 8601", { "retry-after": "2026-11-29T03:00:45Z" }, null],
  ["no day of any month", { "retry-after": "Sun, 99 Xyz 2026 03:00:45 GMT" }, null],
])("%s", (_, headers, seconds) => {
  expect(retryAfterSeconds(new Headers(headers as Record<string, string>), now)).toBe(seconds);
});

test("a date is no time where neither end says what time it is", () => {
  expect(retryAfterSeconds(new Headers({ "retry-after": later }), undefined)).toBeNull();
});
