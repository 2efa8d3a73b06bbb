import type { ApiOperation, OpenApiSchemaPart } from "./describe";

export type DocSchemas = Record<string, OpenApiSchemaPart>;

/** One line about a field: `incident.name`, its type, whether it is required, its meaning. */
export interface ApiDocField {
  name: string;
  type: string;
  required: boolean;
  note: string;
}

const refName = (ref: string): string => ref.split("/").at(-1) ?? ref;

const instead = (schema: OpenApiSchemaPart, type: string | undefined): string => {
  if (schema.format === "date-time") return "instant";
  if (schema.format === "date") return "day";
  return type ?? "anything";
};

function listType({ items = {}, minItems, maxItems }: OpenApiSchemaPart): string {
  const [least, most] = [minItems ? `at least ${minItems}` : "", maxItems ? `at most ${maxItems}` : ""];
  return [`list of ${schemaTypeText(items)}`, least, most].filter(Boolean).join(", ");
}

function range({ minimum, maximum, maxLength }: OpenApiSchemaPart): string {
  if (maxLength !== undefined) return `, at most ${maxLength} characters`;
  // Whole numbers without a limit of ours have the limits of the language.
  const [least, most] = [minimum, maximum].map((each) => (Math.abs(each ?? 2 ** 53) > 2 ** 40 ? undefined : each));
  if (least === undefined && most === undefined) return "";
  return most === undefined ? `, from ${least} on` : `, ${least ?? ""} to ${most}`;
}

function plainType(schema: OpenApiSchemaPart, type: string | undefined): string {
  if (type === "array") return listType(schema);
  if (type !== "object") return instead(schema, type) + range(schema);
  return typeof schema.additionalProperties === "object" && !schema.properties
    ? `map to ${schemaTypeText(schema.additionalProperties)}`
    : "object";
}

/** Returns the type in words. */
export function schemaTypeText(schema: OpenApiSchemaPart): string {
  const { $ref, const: only, enum: words, anyOf, oneOf, type } = schema;
  if ($ref) return refName($ref);
  if (only !== undefined) return JSON.stringify(only);
  if (words) return words.map((word) => (word === null ? "null" : String(word))).join(" | ");
  const choice = anyOf ?? oneOf;
  if (choice) return choice.map(schemaTypeText).join(" or ");
  if (!Array.isArray(type)) return plainType(schema, type);
  return type.map((each) => plainType(schema, each)).join(" or ");
}

/** Returns all fields of a schema, those of nested objects and lists by their whole name. */
export function apiDocFieldsOf(schema: OpenApiSchemaPart, at = ""): ApiDocField[] {
  const inner = schema.items?.properties ? schema.items : schema;
  const base = inner === schema || at === "" ? at : `${at}[]`;
  return Object.entries(inner.properties ?? {}).flatMap(([key, each]) => {
    const name = base ? `${base}.${key}` : key;
    const required = inner.required?.includes(key) ?? false;
    const nested = apiDocFieldsOf(each, name);
    const own = { name, type: schemaTypeText(each), required, note: each.description ?? "" };
    return nested.length > 0 && at === "" && each.properties ? nested : [own, ...nested];
  });
}

export const requestExampleOf = ({ requestBody }: ApiOperation): unknown =>
  requestBody?.content["application/json"]?.example;

const stand = (path: string): string =>
  path
    .replace("{page}", "shop")
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => name.toUpperCase())
    .replace(/\bSID\b/, "SUBSCRIBER");

/** Returns a command for the operation, to be copied into a shell where TOKEN is set. */
export function curlCommandOf(base: string, method: string, path: string, operation: ApiOperation): string {
  const example = requestExampleOf(operation);
  const verb = method === "get" || (method === "post" && example !== undefined) ? "" : ` -X ${method.toUpperCase()}`;
  const call = `curl${verb} -H "Authorization: Bearer $TOKEN" \\\n  ${base}${stand(path)}`;
  if (example === undefined) return call;
  return `${call} \\\n  -H 'content-type: application/json' \\\n  -d '${JSON.stringify(example).replaceAll("'", "'\\''")}'`;
}
