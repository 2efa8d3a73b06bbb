import { describe, expect, test } from "vitest";
import { z } from "zod";
import { refusalText } from "~/i18n/refusal-text";
import { parseInput } from "./parse";

const why = (schema: z.ZodType, value: unknown) => {
  const parsed = parseInput(z.object({ field: schema }), { field: value });
  return parsed.ok || parsed.failure.name !== "invalid"
    ? null
    : refusalText(parsed.failure.fields.field ?? "value.form", "en");
};

describe("where a schema's author says nothing, people read a sentence of ours", () => {
  test.each([
    [z.string(), undefined, "This field is required."],
    [z.string().min(1), "", "This field is required."],
    [z.string().min(3), "ab", "Enter at least 3 characters."],
    [z.string().max(2000), "x".repeat(2001), "Enter at most 2,000 characters."],
    [z.string(), 7, "This isn’t in the expected format."],
    [z.string().regex(/^a$/), "b", "This isn’t in the expected format."],
    [z.url(), "no", "Enter a URL, such as https://example.com."],
    [z.email(), "no", "Enter an email address."],
    [z.coerce.number(), "no", "Enter a number."],
    [z.coerce.number().int(), "1.5", "Enter a whole number."],
    [z.coerce.number().min(1), "0", "Enter 1 or more."],
    [z.coerce.number().max(65_535), "70000", "Enter 65,535 or less."],
    [z.enum(["starttls", "off"]), "tls", "Choose one of these: starttls and off."],
    [z.array(z.string()).min(1), [], "Choose at least one."],
    [z.array(z.string()).max(2), ["a", "b", "c"], "Choose at most 2."],
    [z.union([z.string(), z.array(z.string())]), 7, "This isn’t in the expected format."],
    [z.number().multipleOf(5), 7, "This isn’t in the expected format."],
  ])("%#", (schema, value, text) => {
    expect(why(schema, value)).toBe(text);
  });
});

test("an author's own message goes before", () => {
  expect(why(z.string({ error: "value.day" }).min(1, "value.decimal"), undefined)).toBe(
    "Enter a date such as 2026-11-20.",
  );
});
