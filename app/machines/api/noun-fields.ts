import { z } from "@hono/zod-openapi";
import { apiNameOf, type Field, type Fields, type ReadOf, type ValuesOf } from "~/rules/fields/fields";
import { flag, id } from "./shapes";

const meaning = ({ label, hint }: Field) => hint ?? label;

function sentOne(field: Field): z.ZodType {
  if (field.kind === "line" && field.required) return z.string();
  if (field.kind === "tick" || (field.kind === "choice" && field.apiFlag)) return flag.optional();
  return z.string().nullable().optional();
}

/** What a program may send about a noun, by the API's names; null is as absent, and of something picked takes it away. */
export const sentShape = (fields: Fields): Record<string, z.ZodType> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      apiNameOf(name, field),
      sentOne(field).openapi({ description: meaning(field) }),
    ]),
  );

function shownOne(field: Field): z.ZodType {
  if (field.kind === "pick") return id.nullable();
  return field.kind === "tick" || (field.kind === "choice" && field.apiFlag) ? z.boolean() : z.string();
}

/** How the API shows a noun's fields. */
export const shownShape = (fields: Fields): Record<string, z.ZodType> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [apiNameOf(name, field), shownOne(field)]));

export const shownAs = <All extends Fields>(fields: All, values: ValuesOf<All>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const value = values[name];
      const isFlag = field.kind === "choice" && field.apiFlag !== undefined;
      return [apiNameOf(name, field), isFlag ? value === field.apiFlag : value];
    }),
  );

function readOne(field: Field, value: unknown): unknown {
  if (field.kind === "pick") return value;
  if (field.kind === "choice" && field.apiFlag && typeof value === "boolean") {
    return value ? field.apiFlag : field.initial;
  }
  return value ?? undefined;
}

/** What was sent, by the names of the fields; what was not is absent. The use case's bounds judge it. */
export const sentValues = <All extends Fields>(fields: All, given: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, readOne(field, given[apiNameOf(name, field)])]),
  ) as { [Name in keyof All]?: ReadOf<All[Name]> | undefined };

/** For errors: the API's name of each field. */
export const namesInApi = (fields: Fields): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, apiNameOf(name, field)]));
