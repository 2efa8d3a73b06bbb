import { z } from "zod";
import type { ChoiceField, DayField, Field, Fields, PickField, TextField, TickField } from "./fields";
import { absentIfEmpty, idText, lineText, longText, nameText, oneOf } from "./text";

const dayText = z.iso.date("A day, as 2026-11-20.");
const pickText = z.union([z.literal("").transform(() => null), idText]).nullable();

/** What a field may hold once it was read, and what it may be given as; absent = left alone. */
type BoundOf<F extends Field> = F extends TickField
  ? z.ZodOptional<z.ZodBoolean>
  : F extends PickField
    ? z.ZodOptional<z.ZodType<string | null, string | null>>
    : F extends ChoiceField<infer Key>
      ? z.ZodOptional<z.ZodType<Key, string>>
      : F extends DayField
        ? z.ZodOptional<z.ZodType<string | undefined, string>>
        : z.ZodOptional<z.ZodType<string, string>>;

type RequiredName<All extends Fields> = {
  [Name in keyof All]: All[Name] extends { kind: "line"; required: true } ? Name : never;
}[keyof All];

type OfNew<All extends Fields> = {
  [Name in keyof All]: Name extends RequiredName<All> ? z.ZodType<string, string> : BoundOf<All[Name]>;
};
type OfChange<All extends Fields> = { [Name in keyof All]: BoundOf<All[Name]> };

const textBound = ({ longest }: TextField) => longText(longest).optional();

function boundOf(field: Field): z.ZodType {
  switch (field.kind) {
    case "line":
      return (field.required ? nameText : lineText).optional();
    case "text":
      return textBound(field);
    case "choice":
      return oneOf(Object.keys(field.choices) as [string, ...string[]]).optional();
    case "pick":
      return pickText.optional();
    case "tick":
      return z.boolean().optional();
    case "day":
      return absentIfEmpty(dayText);
  }
}

const boundsOf = (fields: Fields) => Object.entries(fields).map(([name, field]) => [name, boundOf(field)] as const);

/** Of a change: what is not given stays as it is. */
export const changeBounds = <All extends Fields>(fields: All): OfChange<All> =>
  Object.fromEntries(boundsOf(fields)) as OfChange<All>;

const isRequired = (field: Field | undefined) => field?.kind === "line" && field.required === true;

/** Of something new: a required field must say something. */
export const newBounds = <All extends Fields>(fields: All): OfNew<All> =>
  Object.fromEntries(
    boundsOf(fields).map(([name, bound]) => [name, isRequired(fields[name]) ? nameText : bound]),
  ) as OfNew<All>;
