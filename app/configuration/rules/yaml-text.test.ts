import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { fillVariables } from "../contract/variables";
import type { ConfiguredValue } from "./configuration-types";
import { yamlText } from "./yaml-text";

const filled = (value: ConfiguredValue): ConfiguredValue => {
  if (typeof value === "string") return fillVariables(value, () => undefined).text;
  if (Array.isArray(value)) return value.map(filled);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, filled(each)]));
};

const texts = fc.oneof(
  fc.string({ unit: "binary", maxLength: 20 }).filter((text) => text.isWellFormed()),
  fc.string({ unit: fc.constantFrom(..."a:#-\n \t$}{'\"|>&*!%@`,[]?~.0é\u2028\u00a0"), maxLength: 16 }),
  fc.constantFrom("yes", "null", "1.5", "0o7", "2026-11-20", "~", "", "- a", "a: b", "#x", "<<", "=", ".inf", "1e3"),
);
const keys = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,6}$/),
  fc.constantFrom("yes", "1", "null", "a b", "x: y"),
);
const { value } = fc.letrec<{ value: ConfiguredValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    texts,
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (Object.is(number, -0) ? 0 : number)),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(keys, tie("value"), { maxKeys: 4, noNullPrototype: true }),
  ),
}));

test("whatever is written is read as the same", () => {
  fc.assert(
    fc.property(fc.dictionary(keys, value, { maxKeys: 5, noNullPrototype: true }), (given) => {
      const text = yamlText(given);
      expect(filled(parse(text, { schema: "core" }) ?? {})).toEqual(given);
    }),
    { numRuns: 2000 },
  );
});

test("is easy to read", () => {
  const given = {
    name: "main",
    tags: ["db", "eu"],
    secret: { secret: "ops-slack" },
    schedule: { kind: "cron", expression: "30 3 * * *" },
    body: "One\n\n- two\n",
    empty: {},
    price: `$5 $\{X}`,
  };
  expect(yamlText(given)).toBe(`name: main
tags: [db, eu]
secret: { secret: ops-slack }
schedule:
  kind: cron
  expression: "30 3 * * *"
body: |
  One

  - two
empty: {}
price: "$5 $\${X}"
`);
});
