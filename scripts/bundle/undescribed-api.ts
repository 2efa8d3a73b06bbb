import type { Plugin, Rollup } from "vite";
import {
  applyCodeReplacements,
  type CodeReplacement,
  isIdentifier,
  type SyntaxNode,
  withoutMembers,
} from "./replaced-code.ts";

/** Leaves `.openapi({…})` and `.openapi("Name")` out; a route's handler is added by a call of the same name. */
function withoutDescription(node: SyntaxNode): CodeReplacement[] {
  const { callee, arguments: [first] = [] } = node as unknown as { callee: SyntaxNode; arguments: SyntaxNode[] };
  const describes = callee.type === "MemberExpression" && isIdentifier(callee.property, "openapi");
  if (!describes || (first?.type !== "ObjectExpression" && first?.type !== "Literal")) return [];
  return [{ start: (callee.object as SyntaxNode).end, end: node.end, text: "" }];
}

/** Functions that make what a route answers with, and what takes the place of a call. */
const answerMakers = { jsonResponseSpec: "undefined", responseFieldSchemas: "({})" };

/** Leaves the words out that a noun's routes (`at`) are summarised by: an address has no space. */
function withoutSummaries(node: SyntaxNode): CodeReplacement[] {
  const { callee, arguments: given } = node as unknown as { callee: SyntaxNode; arguments: SyntaxNode[] };
  if (callee.type !== "MemberExpression" || !isIdentifier(callee.object, "at")) return [];
  const summaries = given.filter(({ type, value }) => type === "Literal" && String(value).includes(" "));
  return summaries.map(({ start, end }) => ({ start, end, text: '""' }));
}

/** Keeps the statuses of a route's answers alone, by which a handler knows what it answers with. */
function withoutAnswers(definition: SyntaxNode | undefined): CodeReplacement[] {
  const members = (definition?.properties ?? []) as SyntaxNode[];
  return members.flatMap(({ start, end, key, value }) => {
    if (!isIdentifier(key, "responses")) return [];
    const answers = ((value as SyntaxNode).properties ?? []) as SyntaxNode[];
    const statuses = answers.flatMap(({ key: status }) => (status as SyntaxNode | undefined)?.value ?? []);
    return [{ start, end, text: `responses: { ${statuses.map((status) => `${status}: 0`).join(", ")} }` }];
  });
}

function replacementsFor(node: SyntaxNode): CodeReplacement[] {
  if (node.type !== "CallExpression") return [];
  const answers = Object.entries(answerMakers).find(([name]) => isIdentifier(node.callee, name));
  if (answers) return [{ start: node.start, end: node.end, text: answers[1] }];
  if (!isIdentifier(node.callee, "createRoute")) return [...withoutSummaries(node), ...withoutDescription(node)];
  const [definition] = node.arguments as SyntaxNode[];
  return [...withoutMembers(definition, ["summary"]), ...withoutAnswers(definition)];
}

/** Returns the code of a module with the API's routes or schemas, without what only describes them. */
export const withoutDescriptions = (code: string, tree: Rollup.AstNode): string =>
  applyCodeReplacements(code, tree, replacementsFor);

const zodMakers = [
  ...["array", "boolean", "discriminatedUnion", "enum", "int", "iso", "literal", "number", "object", "record"],
  ...["strictObject", "string", "tuple", "union", "unknown"],
].map((name) => `z.${name}`);

/** Calls that only create schemas. A schema that no route uses is removed, with everything in it. */
export const schemaMakers = [
  ...zodMakers,
  ...[
    "idSchema",
    "instantSchema",
    "instantInputSchema",
    "flagSchema",
    "statusSchema",
    "shownStatusSchema",
    "repeatSchema",
  ],
  ...["itemPathParamsSchema", "pagePathParamsSchema", "paginationQueryInputSchema"],
];

const isOfApi = (id: string): boolean => /\/app\/(?:.+\/)?api\/[\w-]+\.ts$/.test(id);

/** The documents about the API are made by the build (`api-documents`): the worker's routes only check what comes. */
export const undescribedApiPlugin = (): Plugin => ({
  name: "upfront-undescribed-api",
  apply: (_config, { isSsrBuild }) => isSsrBuild === true,
  transform(code, id) {
    if (!isOfApi(id) || !/\bopenapi\b|createRoute|jsonResponseSpec/.test(code)) return null;
    return { code: withoutDescriptions(code, this.parse(code)), map: null };
  },
});
