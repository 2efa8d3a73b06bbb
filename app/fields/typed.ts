import type { About } from "./about";

/** Markdown as visitors read it, with a preview beside it. */
export interface MarkdownField extends About {
  kind: "markdown";
  rows?: number;
  required?: boolean;
}

/** An instant, typed as date and time of the page's zone; "" = none. What the use case takes is ms. */
export interface MomentField extends About {
  kind: "moment";
  required?: boolean;
}

/** A number that need not be whole, typed with a point or a comma. */
export interface DecimalField extends About {
  kind: "decimal";
  initial: number | null;
  /** Empty is null. */
  optional?: boolean;
  least: number;
  most: number;
}

/** What is no number stays one that no bound takes, so that its message stands beside the field. */
export function decimalIn({ optional }: DecimalField, typed = ""): number | null {
  if (typed.trim() === "") return optional ? null : Number.NaN;
  return Number(typed.trim().replace(",", "."));
}

/** A time of day, as 22:00; "" = none. */
export interface ClockField extends About {
  kind: "clock";
}

/** One of a closed list, or none of it. */
export interface OptionField<Key extends string = string> extends About {
  kind: "option";
  choices: readonly Key[];
  /** The form says that it need not be chosen. */
  optional?: boolean;
}

export const option = <const Key extends string>(field: Omit<OptionField<Key>, "kind">): OptionField<Key> => ({
  kind: "option",
  ...field,
});

/** Whether nothing chosen or typed is null rather than an empty text. */
export const isEmptyNull = (field: { kind: string }): boolean => field.kind === "pick" || field.kind === "option";
