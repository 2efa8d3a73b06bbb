import { parseAst } from "vite";
import { expect, test } from "vitest";
import { applyCodeReplacements, type SyntaxNode, withoutMembers } from "./replaced-code.ts";

const withoutSample = (node: SyntaxNode) => (node.type === "ObjectExpression" ? withoutMembers(node, ["sample"]) : []);
const lean = (code: string) => applyCodeReplacements(code, parseAst(code), withoutSample);

test.each<[name: string, code: string, left: string]>([
  ["a member", "a({ kind: 1, sample: { b: 2 }, order: 3 });", "a({ kind: 1, sample: undefined, order: 3 });"],
  ["a method", "a({ sample(now) { return { sample: now }; } });", "a({ sample: undefined });"],
  ["a name alone", "const sample = 1; a({ sample });", "const sample = 1; a({ sample: undefined });"],
  ["of an object within another", "a({ b: { sample: 1 }, c });", "a({ b: { sample: undefined }, c });"],
  [
    "no spread, no computed name, no text",
    'a({ ...sample, [sample]: 1, "sample": 2 });',
    'a({ ...sample, [sample]: 1, "sample": 2 });',
  ],
])("by its name: %s", (_name, code, left) => {
  expect(lean(code)).toBe(left);
});
