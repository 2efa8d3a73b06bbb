import fc from "fast-check";
import { expect, test } from "vitest";
import { slugTextSchema } from "./input";
import { proposeSlug } from "./page-slug";

test.each([
  ["Acme Shop", "acme-shop"],
  ["Café Müller, Inc.", "cafe-muller-inc"],
  ["Straße 7", "strasse-7"],
  ["Manage", "manage-page"],
  ["日本", "our-status"],
  ["x", "our-status"],
  ["---", "our-status"],
  [`${"a".repeat(39)} b`, "a".repeat(39)],
])("%s → %s", (name, slug) => expect(proposeSlug(name)).toBe(slug));

test("whatever the name is, its address is one that a page may have", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (name) => slugTextSchema.safeParse(proposeSlug(name)).success),
  );
});
