import { durationInUnits, secondsOfUnits } from "~/text/length";
import type { FieldDescription, PostedTexts } from "./field-about";
import { parseWholeNumber } from "./whole-number";

/** Fields that are several controls on a form, each posted under a name of its own. */

/** A length of time in seconds: a number, and the name under which its unit is posted. */
export interface DurationFieldDefinition extends FieldDescription {
  kind: "duration";
  unitName: string;
  initial: number;
  least: number;
  most: number;
}

/** Any values of a closed list, each a checkbox that is posted as `<prefix><key>`. */
export interface ChoiceSetFieldDefinition<Key extends string = string> extends FieldDescription {
  kind: "set";
  prefix: string;
  choices: readonly Key[];
  initial: readonly NoInfer<Key>[];
  /** Maximum number of values that may be chosen. */
  most?: number;
  /** True for short words, which are shown in columns. */
  narrow?: boolean;
  /** At least one is required. */
  needed?: true;
  /** Groups with a heading of their own, for many choices; each choice is in one of them. */
  groups?: Readonly<Record<string, readonly NoInfer<Key>[]>>;
}

/**
 * A status for each component; unchanged components are not in the value. Posted as `<name>.<id>`: the status, or a
 * checkbox, whose status is then in `<name>As.<id>`.
 */
export interface StatusesFieldDefinition extends FieldDescription {
  kind: "statuses";
  /** The statuses that may be chosen; absent = all that can be set. */
  choices?: readonly string[];
}

/** Any objects of the page, by their ids. Each is a checkbox that is posted as `<name>.<id>`. */
export interface SeveralFieldDefinition extends FieldDescription {
  kind: "several";
  most: number;
  /** Kind of the picked things, when they are not components. */
  of?: "channels" | "people";
}

export type MultiControlFieldDefinition =
  | DurationFieldDefinition
  | ChoiceSetFieldDefinition
  | StatusesFieldDefinition
  | SeveralFieldDefinition;

export const isMultiControlField = (field: { kind: string }): field is MultiControlFieldDefinition =>
  ["duration", "set", "statuses", "several"].includes(field.kind);

export const choiceSetField = <const Key extends string>(
  field: Omit<ChoiceSetFieldDefinition<Key>, "kind">,
): ChoiceSetFieldDefinition<Key> => ({
  kind: "set",
  ...field,
});

export type MultiControlValue = number | string[] | Record<string, string>;

export function blankMultiControlValue(field: MultiControlFieldDefinition): MultiControlValue {
  if (field.kind === "statuses") return {};
  if (field.kind === "several") return [];
  return field.kind === "set" ? [...field.initial] : field.initial;
}

/** Returns the posted status of a component, which is posted beside the checkbox that selects the component. */
const statusOf = (name: string, id: string, status: string, posted: PostedTexts): string =>
  status === "on" ? (posted[`${name}As.${id}`] ?? "") : status;

/** Returns the form's status of each component, by its id. */
export const postedStatusByComponent = (name: string, posted: PostedTexts): Record<string, string> =>
  Object.fromEntries(
    picksIn(name, posted)
      .map(([id, status]) => [id, statusOf(name, id, status, posted)] as const)
      .filter(([, status]) => status !== ""),
  );

/** Sorts by name, because the order of selection makes no difference. */
const picksIn = (name: string, posted: PostedTexts) =>
  Object.entries(posted)
    .flatMap(([each, status]) =>
      each.startsWith(`${name}.`) && status !== "" ? [[each.slice(name.length + 1), status] as const] : [],
    )
    .sort(([one], [other]) => (one < other ? -1 : 1));

export function parseMultiControlValue(
  name: string,
  field: MultiControlFieldDefinition,
  posted: PostedTexts,
): MultiControlValue {
  if (field.kind === "statuses") return postedStatusByComponent(name, posted);
  if (field.kind === "several") return picksIn(name, posted).map(([id]) => id);
  if (field.kind === "set") return field.choices.filter((key) => `${field.prefix}${key}` in posted);
  return secondsOfUnits(parseWholeNumber(posted[name]) ?? Number.NaN, posted[field.unitName] ?? "");
}

export function multiControlPostedTexts(
  name: string,
  field: MultiControlFieldDefinition,
  value: unknown,
): [string, string][] {
  if (field.kind === "statuses") {
    return Object.entries((value ?? {}) as Record<string, string>).map(([id, status]) => [`${name}.${id}`, status]);
  }
  if (field.kind === "several") return ((value ?? []) as string[]).toSorted().map((id) => [`${name}.${id}`, "on"]);
  if (field.kind === "set") return ((value ?? []) as string[]).map((key) => [`${field.prefix}${key}`, "on"]);
  const { count, unit } = durationInUnits(Number(value));
  return [
    [name, String(count)],
    [field.unitName, unit],
  ];
}
