import { z } from "zod";
import { refusalFor } from "~/failures/refusal";
import { type SettableStatus, settableStatuses } from "~/status/status";
import type {
  ChoiceFieldDefinition,
  DayFieldDefinition,
  Field,
  Fields,
  FieldValue,
  FieldValues,
  LongTextFieldDefinition,
  NumberFieldDefinition,
  PickFieldDefinition,
  TextListFieldDefinition,
  TickFieldDefinition,
} from "./fields";
import { blankFieldValues } from "./fields";
import type {
  ChoiceSetFieldDefinition,
  DurationFieldDefinition,
  SeveralFieldDefinition,
  StatusesFieldDefinition,
} from "./grouped-fields";
import {
  absentIfEmpty,
  bodyTextSchema,
  idTextSchema,
  lineTextSchema,
  longTextSchema,
  nameTextSchema,
  oneOfSchema,
} from "./text-inputs";
import type { DecimalFieldDefinition, MomentFieldDefinition, OptionFieldDefinition } from "./typed-fields";

const dayText = z.iso.date(refusalFor("value.day"));
const pickText = z.union([z.literal("").transform(() => null), idTextSchema]).nullable();

/** Type of a field after reading, and of its input; absent = unchanged. */
type FieldSchema<F extends Field> = F extends TickFieldDefinition
  ? z.ZodOptional<z.ZodBoolean>
  : F extends PickFieldDefinition
    ? z.ZodOptional<z.ZodType<string | null, string | null>>
    : F extends ChoiceFieldDefinition<infer Key>
      ? z.ZodOptional<z.ZodType<Key, string>>
      : F extends DayFieldDefinition
        ? z.ZodOptional<z.ZodType<string | undefined, string>>
        : F extends OptionFieldDefinition<infer Key>
          ? z.ZodOptional<z.ZodType<Key | null, string | null>>
          : F extends MomentFieldDefinition
            ? z.ZodOptional<z.ZodType<number, number>>
            : F extends StatusesFieldDefinition
              ? z.ZodOptional<z.ZodType<Record<string, SettableStatus>, Record<string, string>>>
              : F extends ChoiceSetFieldDefinition<infer Key>
                ? z.ZodOptional<z.ZodType<Key[], readonly string[]>>
                : F extends
                      | NumberFieldDefinition
                      | DurationFieldDefinition
                      | DecimalFieldDefinition
                      | TextListFieldDefinition
                      | SeveralFieldDefinition
                  ? z.ZodOptional<z.ZodType<FieldValue<F>, FieldValue<F>>>
                  : z.ZodOptional<z.ZodType<string, string>>;

type RequiredName<All extends Fields> = {
  [Name in keyof All]: All[Name] extends { kind: "line"; required: true } ? Name : never;
}[keyof All];

type NewFieldSchemas<All extends Fields> = {
  [Name in keyof All]: Name extends RequiredName<All> ? z.ZodType<string, string> : FieldSchema<All[Name]>;
};
type ChangeFieldSchemas<All extends Fields> = { [Name in keyof All]: FieldSchema<All[Name]> };

const textBound = ({ longest }: LongTextFieldDefinition) => longTextSchema(longest).optional();

const statusesBound = z
  .record(idTextSchema, oneOfSchema(settableStatuses))
  .refine((given) => Object.keys(given).length <= 200, { error: refusalFor("value.choose_most", { most: 200 }) });

const optionBound = ({ choices }: OptionFieldDefinition) => oneOfSchema(choices as [string, ...string[]]).nullable();

const decimalBound = ({ least, most, optional }: DecimalFieldDefinition) => {
  const error = refusalFor("value.decimal", { least, most });
  const bound = z.number({ error }).min(least, error).max(most, error);
  return optional ? bound.nullable() : bound;
};

const momentBound = z.number().int().positive();

const wholeBound = ({ least, most }: Pick<NumberFieldDefinition, "least" | "most">) =>
  z
    .number({ error: refusalFor("value.whole") })
    .int(refusalFor("value.whole"))
    .min(least, refusalFor("value.least", { least }))
    .max(most, refusalFor("value.most", { most }));

const amongBound = (among: readonly number[]) =>
  z
    .number({ error: refusalFor("value.whole") })
    .refine((given) => among.includes(given), refusalFor("value.one_of", { choices: among.map(String) }));

function numberBound(field: NumberFieldDefinition): z.ZodType {
  const bound = field.among ? amongBound(field.among) : wholeBound(field);
  return field.optional ? bound.nullable() : bound;
}

export const durationSchema = ({ least, most }: DurationFieldDefinition) =>
  z
    .number({ error: refusalFor("value.whole") })
    .int(refusalFor("value.whole"))
    .min(least, refusalFor("value.shortest_time", { least: { seconds: least } }))
    .max(most, refusalFor("value.longest_time", { most: { seconds: most } }));

/** Bound for one item of a list. */
export const listItemSchema = ({ longest }: TextListFieldDefinition) =>
  nameTextSchema.refine((text) => text.length <= longest, refusalFor("value.each_longest", { most: longest }));

const listBound = (field: TextListFieldDefinition) =>
  z
    .array(listItemSchema(field))
    .transform((given) => [...new Set(given)])
    .refine((given) => given.length <= field.most, refusalFor("value.at_most", { most: field.most }));

const clockBound = z.string().regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d)?$/, refusalFor("value.clock"));

/** Sorts by id, because the order of selection makes no difference. */
const severalBound = ({ most }: SeveralFieldDefinition) =>
  z
    .array(idTextSchema)
    .transform((given) => [...new Set(given)].sort())
    .refine((given) => given.length <= most, refusalFor("value.choose_most", { most }));

/** Keeps each once, in the order of the choices. */
function setBound({ choices, most, needed }: ChoiceSetFieldDefinition) {
  const keys = choices as [string, ...string[]];
  return z
    .array(oneOfSchema(keys))
    .transform((given) => keys.filter((key) => given.includes(key)))
    .refine((given) => given.length > 0 || needed === undefined, refusalFor("value.at_least_one"))
    .refine(
      (given) => given.length <= (most ?? keys.length),
      refusalFor("value.choose_most", { most: most ?? keys.length }),
    );
}

function boundOf(field: Field): z.ZodType {
  switch (field.kind) {
    case "line":
      return (field.required ? nameTextSchema : lineTextSchema).optional();
    case "text":
      return textBound(field);
    case "choice":
      return oneOfSchema(field.choices as [string, ...string[]]).optional();
    case "pick":
      return pickText.optional();
    case "tick":
      return z.boolean().optional();
    case "day":
      return absentIfEmpty(dayText);
    case "markdown":
      return bodyTextSchema.optional();
    case "moment":
      return momentBound.optional();
    case "decimal":
      return decimalBound(field).optional();
    case "option":
      return optionBound(field).optional();
    case "number":
      return numberBound(field).optional();
    case "list":
      return listBound(field).optional();
    case "secret":
      return longTextSchema(2000).optional();
    case "duration":
      return durationSchema(field).optional();
    case "set":
      return setBound(field).optional();
    case "statuses":
      return statusesBound.optional();
    case "several":
      return severalBound(field).optional();
    case "clock":
      return clockBound.optional();
  }
}

const boundsOf = (fields: Fields) => Object.entries(fields).map(([name, field]) => [name, boundOf(field)] as const);

/** Bounds of a change: a field that is not given stays unchanged. */
export const changeFieldSchemas = <All extends Fields>(fields: All): ChangeFieldSchemas<All> =>
  Object.fromEntries(boundsOf(fields)) as ChangeFieldSchemas<All>;

const isRequired = (field: Field | undefined) => field?.kind === "line" && field.required === true;

/** Bounds of a new thing: a required field must not be empty. */
export const newFieldSchemas = <All extends Fields>(fields: All): NewFieldSchemas<All> =>
  Object.fromEntries(
    boundsOf(fields).map(([name, bound]) => [name, isRequired(fields[name]) ? nameTextSchema : bound]),
  ) as NewFieldSchemas<All>;

type WholeFieldSchemas<All extends Fields> = {
  [Name in keyof All]: Name extends RequiredName<All>
    ? z.ZodType<string, string>
    : z.ZodDefault<z.ZodType<FilledValue<All[Name]>, z.input<FieldSchema<All[Name]>>>>;
};
type FilledValue<F extends Field> = F extends StatusesFieldDefinition ? Record<string, SettableStatus> : FieldValue<F>;

/** Returns the bounds for creating an object. A missing field gets the value of the blank form. */
export function fieldSchemasWithDefaults<All extends Fields>(fields: All): WholeFieldSchemas<All> {
  const blank: Record<string, unknown> = blankFieldValues(fields) satisfies FieldValues<All>;
  const filled = boundsOf(fields).map(([name, bound]) => [
    name,
    isRequired(fields[name]) ? nameTextSchema : bound.default(blank[name]),
  ]);
  return Object.fromEntries(filled) as WholeFieldSchemas<All>;
}
