import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { componentFields, groupFields } from "../components/fields";
import { changeBounds, newBounds } from "./field-bounds";
import { blankOf, differencesOf, postedBy, valuesIn } from "./fields";

const values = fc.record({
  name: fc.string({ minLength: 1, maxLength: 20 }),
  description: fc.string(),
  groupId: fc.option(fc.string({ minLength: 1, maxLength: 8 })),
  startDate: fc.constantFrom("", "2026-11-20"),
  shownWhen: fc.constantFrom("always" as const, "affected" as const),
  showUptime: fc.boolean(),
});

describe("a form that follows from its fields", () => {
  test("what nobody changes is read as it was, and differs in nothing", () => {
    fc.assert(
      fc.property(values, (saved) => {
        const posted = postedBy(componentFields, saved);
        expect(valuesIn(componentFields, posted)).toEqual(saved);
        expect(differencesOf(componentFields, posted, posted)).toEqual([]);
      }),
    );
  });

  test("two versions differ in exactly the fields whose values do", () => {
    fc.assert(
      fc.property(values, values, (one, other) => {
        const found = differencesOf(componentFields, postedBy(componentFields, one), postedBy(componentFields, other));
        const names = Object.keys(componentFields) as (keyof typeof one)[];
        expect(found.map(({ name }) => name)).toEqual(names.filter((name) => one[name] !== other[name]));
      }),
    );
  });

  test("something new begins with its initial values, and must have what is required", () => {
    const blank = blankOf(groupFields);
    expect(blank).toEqual({ name: "", description: "", collapsed: "unless_affected" });
    const schema = z.object(newBounds(groupFields));
    expect(schema.safeParse(blank).success).toBe(false);
    expect(schema.safeParse({ ...blank, name: "Core" }).success).toBe(true);
    expect(schema.safeParse({ ...blank, name: "Core", collapsed: "sideways" }).success).toBe(false);
  });

  test("a change leaves alone what is not given, and takes no more than the bounds", () => {
    const schema = z.object(changeBounds(componentFields));
    expect(schema.parse({})).toEqual({});
    expect(schema.parse({ groupId: "", startDate: "" })).toEqual({ groupId: null });
    expect(schema.safeParse({ description: "x".repeat(2001) }).success).toBe(false);
  });
});
