import { type Field, type Fields, type FormValues, fieldApiName, type PostedValue } from "./fields";

/** Stored values: a moment is in ms. */
type StoredValues<All extends Fields> = {
  readonly [Name in keyof All]: All[Name] extends { kind: "moment" } ? number : FormValues<All>[Name];
};

function showOne(field: Field, value: unknown): unknown {
  if (field.kind === "moment") return new Date(Number(value)).toISOString();
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
  if (field.kind === "moment" && typeof value === "string") return Date.parse(value);
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
