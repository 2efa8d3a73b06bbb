import { parseAst } from "vite";
import { expect, test } from "vitest";
import { withoutDescriptions } from "./undescribed-api.ts";

const lean = (code: string) => withoutDescriptions(code, parseAst(code));

test.each<[name: string, code: string, left: string]>([
  [
    "a schema keeps what it accepts",
    'const a = z.string().max(5).openapi({ description: "A name" }).optional();',
    "const a = z.string().max(5).optional();",
  ],
  [
    "also within another one that has a name",
    'const a = z.object({ b: z.string().openapi({ example: "c" }) }).openapi("Thing");',
    "const a = z.object({ b: z.string() });",
  ],
  [
    "a route keeps its address and what it accepts",
    'createRoute({ path: "/a", summary: "A", request: { params }, responses: { 200: jsonResponseSpec(b, "B") } })',
    'createRoute({ path: "/a", summary: undefined, request: { params }, responses: { 200: 0 } })',
  ],
  [
    "a summary that a function was given goes from the route, too",
    "const read = (summary, answer) => createRoute({ ...all, summary, responses: { 200: answer, ...errors } });",
    "const read = (summary, answer) => createRoute({ ...all, summary: undefined, responses: { 200: 0 } });",
  ],
  [
    "a route keeps the statuses by which its handler knows what it answers with",
    "createRoute({ responses: { 200: left, 204: { description }, ...errors } }); createRoute({ responses: answers });",
    "createRoute({ responses: { 200: 0, 204: 0 } }); createRoute({ responses: {  } });",
  ],
  [
    "a summary of one of a noun's routes is empty",
    'at.act("publish", "Publish a draft", answer);',
    'at.act("publish", "", answer);',
  ],
  [
    "an answer's schema is nothing, with all that is in it",
    'list(jsonResponseSpec(z.array(a.openapi("A")), "All"), query);',
    "list(undefined, query);",
  ],
  [
    "a handler stays",
    "api.openapi(route, async (c) => c.json({ summary: 1 }));",
    "api.openapi(route, async (c) => c.json({ summary: 1 }));",
  ],
])("%s", (_name, code, left) => {
  expect(lean(code)).toBe(left);
});
