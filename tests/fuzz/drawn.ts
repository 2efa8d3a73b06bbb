import type { Chance } from "./chance";

/** As much of JSON Schema as our own description uses. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  additionalProperties?: Schema | boolean;
}

/** Something that the schema asks for, spoilt now and then. */
export function drawn(
  chance: Chance,
  schema: Schema,
  ids: readonly string[],
  schemas: Record<string, Schema>,
  depth = 0,
): unknown {
  if (depth > 8 || chance.often(0.05)) return chance.json(2);
  if (schema.$ref) return drawn(chance, schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {}, ids, schemas, depth + 1);
  const either = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (either) return drawn(chance, chance.one(either), ids, schemas, depth + 1);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return chance.one(schema.enum);
  const type = Array.isArray(schema.type) ? chance.one(schema.type) : schema.type;
  if (type === "object") {
    const listed = Object.entries(schema.properties ?? {}).filter(() => chance.often(depth === 0 ? 0.98 : 0.6));
    const fields = listed.map(([name, each]) => [name, drawn(chance, each, ids, schemas, depth + 1)]);
    const free =
      typeof schema.additionalProperties === "object"
        ? [
            [
              chance.often(0.7) ? chance.one(ids) : chance.text(),
              drawn(chance, schema.additionalProperties, ids, schemas, depth + 1),
            ],
          ]
        : [];
    return Object.fromEntries([...fields, ...free]);
  }
  if (type === "array")
    return Array.from({ length: chance.below(4) }, () => drawn(chance, schema.items ?? {}, ids, schemas, depth + 1));
  if (type === "boolean") return chance.often(0.5);
  if (type === "integer" || type === "number") return chance.one([0, 1, -1, 5, 60, 1e15, 0.5, chance.below(10_000)]);
  if (type === "null") return null;
  return chance.often(0.3) ? chance.one(ids) : chance.text();
}
