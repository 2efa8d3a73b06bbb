import { withFieldWords } from "~/fields/field-words";
import { choiceField, type Fields, type FieldValue, type FieldValues } from "~/fields/fields";
import { optionField } from "~/fields/typed-fields";
import { fieldWords } from "./words/words";

/** Fields of a component that visitors see. */
export const shownComponentFields = withFieldWords(fieldWords, "component", {
  name: { kind: "line", required: true },
  description: { kind: "text", rows: 2, longest: 2000 },
  groupId: { kind: "pick" },
  startDate: { kind: "day" },
  shownWhen: choiceField({
    choices: ["always", "affected"],
    initial: "always",
    api: "only_show_if_degraded",
    apiFlag: "affected",
  }),
  showUptime: { kind: "tick", initial: true, api: "showcase" },
}) satisfies Fields;

/** The same fields, and those that only the team sees. */
export const componentFields = {
  ...shownComponentFields,
  ...withFieldWords(fieldWords, "component", {
    dependsOn: { kind: "pick" },
    keptBy: optionField({ choices: ["watched", "manual"] }),
  }),
} as const satisfies Fields;

export const componentGroupFields = withFieldWords(fieldWords, "component_group", {
  name: { kind: "line", required: true },
  description: { kind: "text", rows: 2, longest: 2000 },
  collapsed: choiceField({ choices: ["unless_affected", "always", "never"], initial: "unless_affected" }),
}) satisfies Fields;

export type ComponentSettings = FieldValues<typeof shownComponentFields>;
/**
 * The way in which a component's status is kept: by people, or by observation. A component has neither while nobody has
 * decided.
 */
export type StatusKeeper = "manual" | "watched";
export type ComponentVisibilityRule = FieldValue<typeof shownComponentFields.shownWhen>;
export type ComponentGroupCollapseRule = FieldValue<typeof componentGroupFields.collapsed>;
