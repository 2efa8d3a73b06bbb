import type { z } from "@hono/zod-openapi";
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import { openApiDocument } from "~/api-documents";
import { restApi } from "~/rest-api";
import type { ApiOperation, ApiPaths, OpenApiSchemaPart } from "./describe";
import { operationGuideByKey } from "./guide";

const document = openApiDocument("http://localhost:8787");
const plain = JSON.parse(JSON.stringify(document)) as {
  paths: ApiPaths;
  components: { schemas: Record<string, OpenApiSchemaPart> };
};
const all = Object.entries(plain.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ key: `${method.toUpperCase()} ${path}`, method, operation })),
);
const exampleOf = ({ requestBody }: ApiOperation) => requestBody?.content["application/json"]?.example;

interface RouteDefinition {
  method: string;
  path: string;
  request?: { body?: { content: Record<string, { schema: z.ZodType }> } };
}
const routes = restApi().openAPIRegistry.definitions.flatMap((each) =>
  each.type === "route" ? [each.route as unknown as RouteDefinition] : [],
);

/** Returns fields and parameters of the document without a description. */
function silent(schema: OpenApiSchemaPart | undefined, at: string): string[] {
  const own = Object.entries(schema?.properties ?? {}).flatMap(([name, each]) => [
    ...(each.description || each.$ref || each.properties || each.const ? [] : [`${at}.${name}`]),
    ...silent(each, `${at}.${name}`),
  ]);
  return [...own, ...(schema?.items ? silent(schema.items, `${at}[]`) : [])];
}

test("the document is valid, and the routes of the app are the operations in it", async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(plain));
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
  const served = restApi().routes.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}`);
  expect([...new Set(served)].filter((each) => !each.startsWith("ALL ")).sort()).toEqual(
    all.map((each) => each.key).sort(),
  );
  expect(Object.keys(operationGuideByKey).filter((key) => !all.some((each) => each.key === key))).toEqual([]);
});

test("no operation without its name, words, role, described parameters, example and answers", () => {
  const lacking: string[] = [];
  const lacks = (key: string, what: string, missing: boolean) => missing && lacking.push(`${key}: ${what}`);
  for (const { key, method, operation } of all) {
    const { summary, tags, parameters = [], requestBody, responses } = operation;
    lacks(key, "summary", !summary);
    lacks(key, "tags", tags?.length !== 1);
    for (const { name, description } of parameters) lacks(key, `parameter ${name}`, !description);
    lacks(key, "example", requestBody !== undefined && exampleOf(operation) === undefined);
    lacking.push(...silent(requestBody?.content["application/json"]?.schema, key));
    const refused = ["401", "403", "404", "422", "429", "503"];
    const changing = method === "get" ? [] : ["409"];
    const sending = requestBody ? ["400", "415"] : [];
    for (const status of [...refused, ...changing, ...sending]) lacks(key, status, !responses[status]);
    lacks(key, "an answer", !Object.keys(responses).some((status) => status.startsWith("2")));
  }
  expect(lacking).toEqual([]);
  expect(new Set(all.map(({ operation }) => operation.operationId)).size).toBe(all.length);
});

/** Returns paths of all values, so that a field dropped by a schema is noticed. */
const leaves = (value: unknown, at = ""): string[] =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, each]) => leaves(each, `${at}.${key}`))
    : [at];

test("every example is accepted by its own schema, with every field", () => {
  const examples = all.filter(({ operation }) => exampleOf(operation) !== undefined);
  expect(examples.length).toBeGreaterThan(50);
  for (const { key, operation } of examples) {
    const route = routes.find((each) => `${each.method.toUpperCase()} ${each.path}` === key);
    const schema = route?.request?.body?.content["application/json"]?.schema;
    const parsed = schema?.safeParse(exampleOf(operation));
    expect(parsed?.error, key).toBeUndefined();
    expect(leaves(parsed?.data), key).toEqual(expect.arrayContaining(leaves(exampleOf(operation))));
  }
});
