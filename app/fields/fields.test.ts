import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { componentFields, componentGroupFields } from "~/components/rules/fields";
import { changeFieldSchemas, newFieldSchemas } from "./field-bounds";
import {
  blankFieldValues,
  type Fields,
  fieldDifferences,
  formValuesToPostedTexts,
  type PostedTexts,
  parseFieldValues,
  parsePostedFieldValues,
  postedNamesOfDifference,
} from "./fields";
import { optionField } from "./typed-fields";

const values = fc.record({
  name: fc.string({ minLength: 1, maxLength: 20 }),
  description: fc.string(),
  groupId: fc.option(fc.string({ minLength: 1, maxLength: 8 })),
  startDate: fc.constantFrom("", "2026-11-20"),
  shownWhen: fc.constantFrom("always" as const, "affected" as const),
  showUptime: fc.boolean(),
  dependsOn: fc.option(fc.constantFrom("c1", "c2"), { nil: null }),
  keptBy: fc.constantFrom("watched" as const, "manual" as const, null),
});

/** One field of each kind that is one control on a form, or one control for each component. */
const several = {
  title: { kind: "line" },
  status: optionField({ choices: ["open", "over"] }),
  body: { kind: "markdown" },
  shownAt: { kind: "moment" },
  weight: { kind: "decimal", initial: 0.3, least: 0, most: 1 },
  components: { kind: "statuses" },
} as const satisfies Fields;

const severalValues = fc.record({
  title: fc.string(),
  status: fc.constantFrom(null, "open" as const, "over" as const),
  body: fc.string(),
  shownAt: fc.constantFrom("", "2026-11-20T12:05"),
  weight: fc.double({ min: 0, max: 1, noNaN: true }).map((value) => Math.abs(value)),
  components: fc.dictionary(
    fc.constantFrom("01a", "01b", "01c"),
    fc.constantFrom("operational" as const, "major_outage" as const),
  ),
});

describe("markdown, moments, options, numbers and statuses", () => {
  test("are read as they were printed, whatever order components came in, and say which names they post", () => {
    fc.assert(
      fc.property(severalValues, severalValues, (one, other) => {
        const [mine, theirs] = [formValuesToPostedTexts(several, one), formValuesToPostedTexts(several, other)];
        expect(parseFieldValues(several, mine)).toEqual(one);
        const turned = Object.fromEntries(Object.entries(mine).reverse());
        expect(fieldDifferences(several, mine, turned)).toEqual([]);
        const shown = fieldDifferences(several, mine, theirs).flatMap(postedNamesOfDifference);
        const plain = (texts: PostedTexts, name: string) => (texts[name] ?? "").replaceAll("\r\n", "\n");
        const names = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])];
        for (const name of names) if (plain(mine, name) !== plain(theirs, name)) expect(shown).toContain(name);
      }),
    );
  });

  test("what is empty is none, and what is no number is refused", () => {
    expect(blankFieldValues(several)).toEqual({
      title: "",
      status: null,
      body: "",
      shownAt: "",
      weight: 0.3,
      components: {},
    });
    const schema = z.object(changeFieldSchemas(several));
    expect(schema.parse({ status: null, components: {} })).toEqual({ status: null, components: {} });
    expect(parseFieldValues(several, { weight: "0,5" }).weight).toBe(0.5);
    for (const weight of ["", "half", "1.5"])
      expect(schema.safeParse({ weight: parseFieldValues(several, { weight }).weight }).success).toBe(false);
    const many = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`c${index}`, "operational"]));
    expect(schema.safeParse({ components: many }).success).toBe(false);
  });
});

describe("a form that follows from its fields", () => {
  test("what nobody changes is read as it was, and differs in nothing", () => {
    fc.assert(
      fc.property(values, (saved) => {
        const posted = formValuesToPostedTexts(componentFields, saved);
        expect(parseFieldValues(componentFields, posted)).toEqual(saved);
        expect(fieldDifferences(componentFields, posted, posted)).toEqual([]);
      }),
    );
  });

  test("of a field that the form does not have nothing is said, and nothing differs; boxes and what is required are read", () => {
    const fields = { ...componentFields, ...several } as const;
    fc.assert(
      fc.property(values, severalValues, fc.subarray(Object.keys(fields)), (one, other, left) => {
        const whole = formValuesToPostedTexts(fields, { ...one, ...other });
        const posted = Object.fromEntries(Object.entries(whole).filter(([name]) => !left.includes(name)));
        const read: Record<string, unknown> = parsePostedFieldValues(fields, posted);
        for (const name of ["name", "showUptime", "components"]) expect(name in read).toBe(true);
        for (const name of ["description", "groupId", "shownWhen", "weight", "status", "title"]) {
          expect(name in read).toBe(!left.includes(name));
        }
        const differing = fieldDifferences(fields, posted, whole).map(({ name }) => name);
        const silent = ["name", "showUptime", "components"];
        for (const name of left.filter((each) => !silent.includes(each))) expect(differing).not.toContain(name);
      }),
    );
  });

  test("two versions differ in exactly the fields whose values do", () => {
    fc.assert(
      fc.property(values, values, (one, other) => {
        const found = fieldDifferences(
          componentFields,
          formValuesToPostedTexts(componentFields, one),
          formValuesToPostedTexts(componentFields, other),
        );
        const names = Object.keys(componentFields) as (keyof typeof one)[];
        expect(found.map(({ name }) => name)).toEqual(names.filter((name) => one[name] !== other[name]));
      }),
    );
  });

  test("something new begins with its initial values, and must have what is required", () => {
    const blank = blankFieldValues(componentGroupFields);
    expect(blank).toEqual({ name: "", description: "", collapsed: "unless_affected" });
    const schema = z.object(newFieldSchemas(componentGroupFields));
    expect(schema.safeParse(blank).success).toBe(false);
    expect(schema.safeParse({ ...blank, name: "Core" }).success).toBe(true);
    expect(schema.safeParse({ ...blank, name: "Core", collapsed: "sideways" }).success).toBe(false);
  });

  test("a change leaves alone what is not given, and takes no more than the bounds", () => {
    const schema = z.object(changeFieldSchemas(componentFields));
    expect(schema.parse({})).toEqual({});
    expect(schema.parse({ groupId: "", startDate: "" })).toEqual({ groupId: null });
    expect(schema.safeParse({ description: "x".repeat(2001) }).success).toBe(false);
  });
});
