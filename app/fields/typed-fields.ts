import type { FieldDescription } from "./field-about";

/** Markdown for visitors, with a preview beside it. */
export interface MarkdownTextFieldDefinition extends FieldDescription {
  kind: "markdown";
  rows?: number;
  required?: boolean;
}

/** An instant, typed as date and time of the page's zone; "" = none. The use case takes ms. */
export interface MomentFieldDefinition extends FieldDescription {
  kind: "moment";
  required?: boolean;
}

/** A number that may have decimals, typed with a point or a comma. */
export interface DecimalFieldDefinition extends FieldDescription {
  kind: "decimal";
  initial: number | null;
  /** Empty is null. */
  optional?: boolean;
  least: number;
  most: number;
}

/** Returns NaN for an invalid number, which every bound refuses, so that its message appears beside the field. */
export function parseDecimal({ optional }: DecimalFieldDefinition, typed = ""): number | null {
  if (typed.trim() === "") return optional ? null : Number.NaN;
  return Number(typed.trim().replace(",", "."));
}

/** A time of day, as 22:00; "" = none. */
export interface ClockFieldDefinition extends FieldDescription {
  kind: "clock";
}

/** One value of a closed list, or none. */
export interface OptionFieldDefinition<Key extends string = string> extends FieldDescription {
  kind: "option";
  choices: readonly Key[];
  /** True when the form says that it is optional. */
  optional?: boolean;
}

export const optionField = <const Key extends string>(
  field: Omit<OptionFieldDefinition<Key>, "kind">,
): OptionFieldDefinition<Key> => ({
  kind: "option",
  ...field,
});

/** True when an empty value is null instead of an empty text. */
export const isNullWhenEmpty = (field: { kind: string }): boolean => field.kind === "pick" || field.kind === "option";
