import { z } from "@hono/zod-openapi";
import { type Field, type Fields, fieldApiName } from "~/fields/fields";
import { fieldMeaning } from "./field-meaning";
import { flagSchema, idSchema, instantInputSchema, instantSchema, statusSchema, wholeNumberSchema } from "./shapes";

const isFlag = (field: Field): boolean =>
  field.kind === "tick" || (field.kind === "choice" && field.apiFlag !== undefined);

const keysOf = (choices: readonly string[]) => choices as readonly [string, ...string[]];

/** Returns the schema of a field's value as a program sends it. */
function sentValue(field: Field): z.ZodType {
  if (isFlag(field)) return flagSchema;
  switch (field.kind) {
    case "moment":
      return instantInputSchema;
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
