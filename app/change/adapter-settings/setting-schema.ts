import { z } from "zod";

/** One setting of a kind, as its schema describes it. */
export interface SettingSchema {
  name: string;
  isRequired: boolean;
  /** Value when nothing is given; undefined = none. */
  preset: unknown;
  /** Values to choose from; null = any. */
  choices: readonly unknown[] | null;
  /** Title, hint and the other facts that the kind's author gave with `meta`. */
  facts: Readonly<Record<string, unknown>>;
}

type AnySchema = z.core.$ZodType;

/** Returns the schema that this one wraps, as an input meets it; null = it wraps none. */
function wrappedSchema(schema: AnySchema): AnySchema | null {
  if (schema instanceof z.ZodPipe) return schema.def.in instanceof z.ZodTransform ? schema.def.out : schema.def.in;
  const isWrapper =
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodCatch ||
    schema instanceof z.ZodReadonly;
  return isWrapper ? schema.def.innerType : null;
}

/** Returns the schema and all that it wraps, the outermost first. */
function schemaLayers(schema: AnySchema): AnySchema[] {
  const layers = [schema];
  for (let inner = wrappedSchema(schema); inner; inner = wrappedSchema(inner)) layers.push(inner);
  return layers;
}

function settingSchemaOf(name: string, schema: AnySchema): SettingSchema {
  const layers = schemaLayers(schema);
  const facts = layers.toReversed().map((layer) => z.globalRegistry.get(layer) ?? {});
  const preset = layers.find((layer) => layer instanceof z.ZodDefault)?.def.defaultValue;
  const choices = layers.find((layer) => layer instanceof z.ZodEnum)?.options ?? null;
  return { name, isRequired: schema._zod.optin === undefined, preset, choices, facts: Object.assign({}, ...facts) };
}

/**
 * Returns the settings that a kind's schema describes. It reads zod's own objects: its writer of JSON Schemas, which
 * nothing else of the worker needs, is left out of the bundle.
 */
export function settingSchemas(settings: z.ZodType): SettingSchema[] {
  const object = schemaLayers(settings).find((layer) => layer instanceof z.ZodObject);
  return Object.entries(object?.shape ?? {}).map(([name, schema]) => settingSchemaOf(name, schema as AnySchema));
}
