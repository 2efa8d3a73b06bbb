import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { type Role, roles } from "~/access/actor";
import { permitRole } from "~/access/permission";
import { toolSchemasFile } from "../../../scripts/nouns/tool-schemas.ts";
import { toolInputSchemaByName } from "./tool-inputs";
import { mayUseTool, toolAnnotations, toolNames, toolRightsByName } from "./tool-list";
import { toolOutputSchemaByName } from "./tool-outputs";
import { toolTextsByName } from "./tool-texts";

test("a tool is listed exactly for tokens that its use case lets through", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...toolNames),
      fc.option(fc.constantFrom<Role>(...roles)),
      fc.boolean(),
      fc.boolean(),
      (name, role, readOnly, drafter) => {
        const { need } = toolRightsByName[name];
        const actor = {
          kind: "token",
          id: "t",
          personId: "p",
          role: "owner",
          operator: false,
          readOnly,
          drafter,
        } as const;
        const member = role === null ? null : { pageId: "page", role };
        const may = need === null || permitRole(actor, member, "page", need, { drafts: true }).ok;
        expect(mayUseTool(name, { role, readOnly })).toBe(may);
      },
    ),
    { numRuns: 1000 },
  );
});

test("the schemas that clients get are those of the arguments and answers", () => {
  const [path, text] = toolSchemasFile();
  expect(readFileSync(path, "utf8")).toBe(text);
});

test("no tool takes a choice to notify; those that write say that visitors do not see it", () => {
  const schemas = JSON.parse(toolSchemasFile()[1]) as Record<string, { input: { properties?: object } }>;
  expect(Object.keys(schemas)).toEqual(toolNames);
  for (const name of toolNames) {
    expect(Object.keys(schemas[name]?.input.properties ?? {}).join()).not.toMatch(/notif|deliver|publish|visib/);
    const { kind } = toolRightsByName[name];
    const { description } = toolTextsByName[name];
    expect(toolAnnotations(name).readOnlyHint).toBe(kind !== "draft");
    if (kind === "draft") expect(description).toContain("Visitors do not see it and no subscriber is notified");
  }
});

test("unknown arguments are refused, unknown members of an answer are none", () => {
  for (const name of toolNames) {
    expect(toolInputSchemaByName[name].safeParse({ notify: true }).success).toBe(false);
    expect(toolOutputSchemaByName[name]).toBeInstanceOf(z.ZodObject);
  }
});
