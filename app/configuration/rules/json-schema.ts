import type { Field } from "~/fields/fields";
import { settableStatuses } from "~/status/status";
import { type ConfiguredField, configuredFieldsOf, fieldUnitText, isFlagField } from "./configured-fields";
import { type ConfiguredKind, type ConfiguredKinds, configuredSettings, isNounWithKinds } from "./configured-kinds";
import {
  type DescribedNoun,
  nounInFileByName,
  nounsOfDeployment,
  nounsOfPage,
  nounsOfThings,
} from "./configured-nouns";
import { configurationKeyPattern, secretNamePattern, slugPattern } from "./key-text";
import type { JsonSchema } from "./structured-fields";

export interface JsonSchemaOptions {
  kinds: ConfiguredKinds;
  /** Returns the texts of a field in English. */
  wordsOf: (field: Field) => { short: string; hint?: string };
  /** Address under which the schema is served. */
  id: string;
}

const refTo = (name: string): JsonSchema => ({ $ref: `#/$defs/${name}` });

/** A value of another type than a text may be a variable. */
const orVariable = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, refTo("variable")] });

const listOf = (items: JsonSchema, most?: number): JsonSchema => ({
  type: "array",
  items,
  ...(most === undefined ? {} : { maxItems: most }),
});

const isNullable = (field: Field) =>
  field.kind === "option" || field.kind === "pick" || ("optional" in field && field.optional === true);

const orNull = (schema: JsonSchema, field: Field): JsonSchema =>
  isNullable(field) ? { anyOf: [schema, { type: "null" }] } : schema;

const bounds = ({ least, most }: { least: number; most: number }) => ({ minimum: least, maximum: most });

const reference = refTo("reference");

/** Statuses stand by component, or as a list of components that get the usual one. */
const statusesSchema = (): JsonSchema => ({
  anyOf: [
    listOf(reference),
    { type: "object", additionalProperties: { enum: [...settableStatuses] }, maxProperties: 200 },
  ],
});

function numberSchema(field: Extract<Field, { kind: "number" }>): JsonSchema {
  return orVariable(field.among ? { enum: [...field.among] } : { type: "integer", ...bounds(field) });
}

/** Returns the schema of a value of this kind of field. */
function fieldSchema(field: Field): JsonSchema {
  if (isFlagField(field)) return orVariable({ type: "boolean" });
  switch (field.kind) {
    case "number":
      return numberSchema(field);
    case "decimal":
      return orVariable({ type: "number", ...bounds(field) });
    case "duration":
      return orVariable({ type: "integer", ...bounds(field) });
    case "choice":
    case "option":
      return orVariable({ enum: [...field.choices] });
    case "set":
      return { ...listOf({ enum: [...field.choices] }, field.most), ...(field.needed ? { minItems: 1 } : {}) };
    case "list":
      return listOf({ type: ["string", "number"] }, field.most);
    case "several":
      return listOf(reference, field.most);
    case "statuses":
      return statusesSchema();
    case "pick":
      return reference;
    case "text":
      return { type: "string", maxLength: field.longest };
    default:
      return { type: ["string", "number"] };
  }
}

const unless = (text: string | undefined, name: string): JsonSchema => (text ? { [name]: text } : {});

/** Returns the schema of one field, with its title and its help. */
function propertySchema(field: ConfiguredField, { wordsOf }: JsonSchemaOptions): JsonSchema {
  const { structured, field: described, initial } = field;
  if (structured) return { title: structured.title, description: structured.description, ...structured.schema };
  if (!described) return {};
  const { short, hint = "" } = wordsOf(described);
  const isSimple =
    typeof initial === "boolean" || typeof initial === "number" || (typeof initial === "string" && initial !== "");
  return {
    ...unless(short, "title"),
    ...unless([hint, fieldUnitText(described)].filter(Boolean).join(" "), "description"),
    ...orNull(fieldSchema(described), described),
    ...(isSimple ? { default: initial } : {}),
  };
}

const was = (what: string): JsonSchema => ({
  title: "Former key",
  description: `Key that the ${what} had in an earlier version of the file: it keeps its history.`,
  ...refTo("key"),
});

const kindDef = (noun: string, kind: ConfiguredKind): string => `${noun}-${kind.kind}-settings`;

/** Returns the schema of the settings of one kind. */
function settingsSchema(kind: ConfiguredKind): JsonSchema {
  const properties = configuredSettings(kind).map(
    ({ name, title, hint, secret, choices, preset }): [string, JsonSchema] => {
      const text: JsonSchema = choices
        ? { anyOf: [{ enum: choices }, refTo("variable")] }
        : { type: ["string", "number"] };
      const about = { title, ...unless(hint, "description"), ...(preset ? { default: preset } : {}) };
      return [name, { ...about, ...(secret ? { anyOf: [{ type: ["string", "number"] }, refTo("secret")] } : text) }];
    },
  );
  return {
    title: `Settings of ${kind.title}`,
    type: "object",
    properties: Object.fromEntries(properties),
    additionalProperties: false,
  };
}

/** Each kind has settings of its own. */
function kindRules(noun: string, kinds: readonly ConfiguredKind[]): JsonSchema {
  return {
    required: ["kind"],
    allOf: kinds.map((kind) => ({
      // biome-ignore lint/suspicious/noThenProperty: JSON Schema names it so.
      then: { properties: { settings: refTo(kindDef(noun, kind)) } },
      if: { properties: { kind: { const: kind.kind } } },
    })),
  };
}

function thingSchema(noun: DescribedNoun, options: JsonSchemaOptions): JsonSchema {
  const kinds = isNounWithKinds(noun) ? options.kinds(noun) : null;
  const ofKind: JsonSchema = kinds
    ? {
        kind: { title: "Kind", oneOf: kinds.map(({ kind, title }) => ({ const: kind, title })) },
        settings: { type: "object", title: "Settings" },
      }
    : {};
  const fields = configuredFieldsOf(noun).map((field) => [field.name, propertySchema(field, options)]);
  return {
    title: nounInFileByName[noun].called,
    type: ["object", "null"],
    properties: { was: was(nounInFileByName[noun].called), ...ofKind, ...Object.fromEntries(fields) },
    additionalProperties: false,
    ...(kinds && isNounWithKinds(noun) ? kindRules(noun, kinds) : {}),
  };
}

const mapOfThings = (noun: DescribedNoun): JsonSchema => ({
  type: ["object", "null"],
  propertyNames: refTo("key"),
  additionalProperties: refTo(noun),
});

const placesOf = (nouns: readonly DescribedNoun[]): Record<string, JsonSchema> =>
  Object.fromEntries(nouns.map((noun) => [nounInFileByName[noun].plural, mapOfThings(noun)]));

function pageSchema(options: JsonSchemaOptions): JsonSchema {
  const page = thingSchema("page", options);
  return { ...page, properties: { ...(page.properties as object), ...placesOf(nounsOfPage) } };
}

function sharedDefinitions(): Record<string, JsonSchema> {
  return {
    key: {
      type: "string",
      pattern: configurationKeyPattern,
      description: "Name that you choose; it stays the same for as long as the thing exists.",
    },
    reference: {
      type: ["string", "number"],
      description:
        "Key of another thing of the page; with its noun, such as monitors/api, where the key alone may be one of several.",
    },
    variable: {
      type: "string",
      pattern: "\\$\\{[A-Za-z_][A-Za-z0-9_]*\\}",
      description: "A variable of the environment.",
    },
    secret: {
      type: "object",
      description: "A secret of the page, entered in its settings.",
      properties: { secret: { type: "string", pattern: secretNamePattern } },
      required: ["secret"],
      additionalProperties: false,
    },
  };
}

function kindDefinitions({ kinds }: JsonSchemaOptions): Record<string, JsonSchema> {
  const all = nounsOfThings
    .filter(isNounWithKinds)
    .flatMap((noun) => kinds(noun).map((kind) => [kindDef(noun, kind), settingsSchema(kind)]));
  return Object.fromEntries(all);
}

/** Returns the JSON Schema of a configuration file, by which editors complete and check it. */
export function configurationJsonSchema(options: JsonSchemaOptions): JsonSchema {
  const nouns = nounsOfThings.map((noun) => [noun, thingSchema(noun, options)]);
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: options.id,
    title: "Configuration of Upfront",
    type: "object",
    properties: {
      name: { title: "Name of the file", description: "The file owns what it makes under this name.", ...refTo("key") },
      pages: {
        title: "Pages",
        description: "By their addresses.",
        type: ["object", "null"],
        propertyNames: { pattern: slugPattern },
        additionalProperties: refTo("page"),
      },
      ...placesOf(nounsOfDeployment),
    },
    patternProperties: { "^x-": { description: "Anything, such as anchors for other parts of the file." } },
    required: ["name", "pages"],
    additionalProperties: false,
    $defs: {
      ...sharedDefinitions(),
      page: pageSchema(options),
      ...Object.fromEntries(nouns),
      ...kindDefinitions(options),
    },
  };
}
