import fc from "fast-check";
import { expect, test } from "vitest";
import { toSafeMultiline, toSafeSingleLine } from "./harmless";
import { subscriberEmailHeaders } from "./headers";
import { emailSubject } from "./print";

const controls = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u;
const direction = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/;

const nasty = fc.constantFrom(
  "\r\n",
  "\n",
  "\r",
  "\0",
  "\u202E",
  "\u2066",
  "\u2028",
  "\uFEFF",
  "\uD83D",
  "\t",
  "😀",
  "é",
  ":",
  " ",
);
const hostile = fc.oneof(
  fc.string({ unit: "binary", maxLength: 3000 }),
  fc.array(nasty, { maxLength: 2000 }).map((all) => all.join("")),
);

test("whatever is in a name, on a line it is one line of at most so many characters", () => {
  fc.assert(
    fc.property(hostile, fc.integer({ min: 1, max: 300 }), (text, limit) => {
      const line = toSafeSingleLine(text, limit);
      expect(line).not.toMatch(controls);
      expect(line).not.toMatch(direction);
      expect([...line].length).toBeLessThanOrEqual(limit);
      expect(toSafeSingleLine(line, limit)).toBe(line);
    }),
  );
});

test("a subject is never two lines, never longer than 230 characters, and starts with the page", () => {
  fc.assert(
    fc.property(hostile, hostile, (page, title) => {
      const subject = emailSubject(page, title);
      expect(subject).not.toMatch(controls);
      expect([...subject].length).toBeLessThanOrEqual(230);
      expect(subject.startsWith("[")).toBe(true);
    }),
  );
});

test("text of several lines keeps its lines and loses what fools the eye", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const clean = toSafeMultiline(text);
      expect(clean.replaceAll(/[\n\t]/g, "")).not.toMatch(controls);
      expect(clean).not.toMatch(direction);
    }),
  );
  expect(toSafeMultiline("a\r\nb\rc\n\td")).toBe("a\nb\nc\n\td");
});

test("what people write stays: accents, emoji with joiners, Persian with its own", () => {
  for (const text of ["Störung bei Müller & Söhne", "👩‍🚒 Feuer", "می‌خواهم", "状態"])
    expect(toSafeSingleLine(text)).toBe(text);
  expect(toSafeSingleLine("a".repeat(2000))).toHaveLength(255);
});

test("a thread of one root, a list, one click", () => {
  const headers = subscriberEmailHeaders({
    listId: "p.status.example.com",
    oneClick: "https://s/x/leave",
    root: "i.r@s",
  });
  expect(headers).toEqual({
    "List-Id": "<p.status.example.com>",
    "List-Unsubscribe": "<https://s/x/leave>",
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    "In-Reply-To": "<i.r@s>",
    References: "<i.r@s>",
    "Auto-Submitted": "auto-generated",
    "X-Auto-Response-Suppress": "All",
  });
});
