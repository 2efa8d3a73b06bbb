import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { moveDocumentSchema } from "~/importers/rules/move-document";
import { moveSchemaFile } from "../../scripts/nouns/move-schema.ts";
import { moveDocuments } from "../support/import-documents";
import { withSpoiltMember } from "../support/origin-reading";

const published = readFileSync("public/schemas/move-document.json", "utf8");
const schema = z.fromJSONSchema(JSON.parse(published));

test("the published schema is the one of the document", () => {
  expect(moveSchemaFile()).toEqual(["public/schemas/move-document.json", published]);
});

test("it explains each member that a program has to know", () => {
  const { properties } = JSON.parse(published) as {
    properties: Record<string, { description?: string; items?: unknown }>;
  };
  expect(Object.keys(properties)).toEqual(Object.keys(moveDocumentSchema.shape));
  expect(JSON.stringify(properties.components)).toContain("manual: a person sets its status there");
});

test("it accepts what the document accepts, and refuses what it refuses", () => {
  fc.assert(
    fc.property(
      moveDocuments,
      fc.nat(),
      fc.constantFrom(null, "", 1, -1, [], {}, "operational"),
      (document, pick, value) => {
        expect(schema.safeParse(document).success).toBe(true);
        const spoilt = JSON.parse(withSpoiltMember(JSON.stringify(document), pick, value));
        expect(schema.safeParse(spoilt).success).toBe(moveDocumentSchema.safeParse(spoilt).success);
      },
    ),
    { numRuns: 300 },
  );
});
