import { expect, test } from "vitest";
import { z } from "zod";
import * as channelKinds from "~/channels/kinds/registry";
import * as mailerKinds from "~/mailers/kinds/registry";
import * as monitorKinds from "~/monitors/kinds/registry";
import * as sourceKinds from "~/sources/kinds/registry";
import { settingSchemas } from "./setting-schema";

const schemas: [string, z.ZodType][] = [sourceKinds, monitorKinds, channelKinds, mailerKinds].flatMap((kinds) =>
  Object.entries(kinds).map(([kind, { settings }]): [string, z.ZodType] => [kind, settings]),
);

const texts = ["title", "secret", "choices", "lines", "hint", "place", "origin"];
const pick = (facts: Readonly<Record<string, unknown>>) => texts.map((name) => facts[name] ?? null);

test("every kind's settings are described as zod's own JSON Schema describes them", () => {
  expect(schemas.length).toBeGreaterThan(60);
  for (const [kind, schema] of schemas) {
    const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
    const described = Object.entries(properties).map(([name, property]) => {
      const facts = typeof property === "object" ? property : {};
      return [name, required.includes(name), facts.default ?? null, facts.enum ?? null, pick(facts)];
    });
    const own = settingSchemas(schema).map((each) => [
      each.name,
      each.isRequired,
      each.preset ?? null,
      each.choices,
      pick(each.facts),
    ]);
    expect([kind, own]).toEqual([kind, described]);
  }
});

test("wrappers are read from outside to inside", () => {
  const schema = z.object({
    mode: z.enum(["a", "b"]).meta({ title: "Mode", hint: "inner" }).default("a").meta({ hint: "outer" }),
    text: z.string().optional(),
    trimmed: z.preprocess((value) => value, z.string().meta({ secret: true })),
  });
  expect(settingSchemas(schema)).toMatchObject([
    { name: "mode", isRequired: false, preset: "a", choices: ["a", "b"], facts: { title: "Mode", hint: "outer" } },
    { name: "text", isRequired: false, preset: undefined, choices: null },
    { name: "trimmed", facts: { secret: true } },
  ]);
});
