import { z } from "@hono/zod-openapi";
import { type Field, type Fields, type FormValues, fieldApiName, type PostedValue } from "~/fields/fields";
import { fieldMeaning } from "./field-meaning";
import {
  flagSchema,
  idSchema,
  instantInput,
  instantSchema,
  parseIsoInstant,
  statusSchema,
  toIsoInstant,
  wholeNumberSchema,
} from "./shapes";

const isFlag = (field: Field): boolean =>
  field.kind === "tick" || (field.kind === "choice" && field.apiFlag !== undefined);

const keysOf = (choices: readonly string[]) => choices as readonly [string, ...string[]];

/** Returns the schema of a field's value as a program sends it. */
function sentValue(field: Field): z.ZodType {
  if (isFlag(field)) return flagSchema;
  switch (field.kind) {
    case "moment":
      return instantInput;
    case "statuses":
      return z.record(z.string(), statusSchema);
    case "option":
      return z.enum(keysOf(field.choices));
    case "number":
    case "duration":
      return wholeNumberSchema;
    case "decimal":
      return z.number();
    case "list":
    case "several":
      return z.array(z.string());
    case "set":
      return z.array(z.enum(keysOf(field.choices)));
    case "choice":
      return z.string().openapi({ enum: [...field.choices] });
    default:
      return z.string();
  }
}

/** True for a moment, a name or a title that nothing can be created without. */
const isRequired = (field: Field): boolean =>
  ((field.kind === "line" || field.kind === "moment") && field.required === true) ||
  (field.kind === "set" && field.needed !== undefined);

function sentOne(field: Field): z.ZodType {
  const value = sentValue(field);
  if (isRequired(field)) return value;
  if (isFlag(field)) return value.optional();
  const orNull = value.nullable().optional();
  return value === wholeNumberSchema ? orNull.openapi({ type: ["integer", "null"] }) : orNull;
}

/**
 * Returns the fields of a noun that a program may send, by the API's names; null means absent, and removes a picked
 * thing.
 */
export const requestFieldSchemas = (fields: Fields): Record<string, z.ZodType> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      fieldApiName(name, field),
      sentOne(field).openapi({ description: fieldMeaning(field) }),
    ]),
  );

function shownOne(field: Field): z.ZodType {
  if (isFlag(field)) return z.boolean();
  switch (field.kind) {
    case "pick":
      return idSchema.nullable();
    case "moment":
      return instantSchema;
    case "statuses":
      return z.record(z.string(), z.string());
    case "option":
      return z.enum(keysOf(field.choices)).nullable();
    case "number":
      return field.optional ? z.number().int().nullable() : z.number().int();
    case "duration":
      return z.number().int();
    case "decimal":
      return field.optional ? z.number().nullable() : z.number();
    case "list":
    case "several":
    case "set":
      return z.array(z.string());
    default:
      return z.string();
  }
}

/** Returns a noun's fields as the API shows them. */
export const responseFieldSchemas = (fields: Fields): Record<string, z.ZodType> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [fieldApiName(name, field), shownOne(field)]));

/** Stored values: a moment is in ms. */
type StoredValues<All extends Fields> = {
  readonly [Name in keyof All]: All[Name] extends { kind: "moment" } ? number : FormValues<All>[Name];
};

function showOne(field: Field, value: unknown): unknown {
  if (field.kind === "moment") return toIsoInstant(Number(value));
  return field.kind === "choice" && field.apiFlag !== undefined ? value === field.apiFlag : value;
}

export const responseFieldValues = <All extends Fields>(
  fields: All,
  values: StoredValues<All>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [fieldApiName(name, field), showOne(field, values[name])]),
  );

function readOne(field: Field, value: unknown): unknown {
  if (field.kind === "pick" || field.kind === "option") return value;
  if ((field.kind === "number" || field.kind === "decimal") && field.optional) return value;
  if (field.kind === "moment" && typeof value === "string") return parseIsoInstant(value);
  if (field.kind === "choice" && field.apiFlag && typeof value === "boolean") {
    return value ? field.apiFlag : field.initial;
  }
  return value ?? undefined;
}

type WireValue<F extends Field> = F extends { kind: "moment" } ? number : PostedValue<F>;

/** Returns the sent values, by the names of the fields; those not sent are absent. The use case's bounds check them. */
export const requestValues = <All extends Fields>(fields: All, given: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, readOne(field, given[fieldApiName(name, field)])]),
  ) as { [Name in keyof All]?: WireValue<All[Name]> | undefined };

/** Returns the API's name of each field, for errors. */
export const apiFieldNames = (fields: Fields): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldApiName(name, field)]));
