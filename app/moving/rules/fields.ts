import { withFieldWords } from "~/fields/field-words";
import { choiceField, type Fields } from "~/fields/fields";
import { fieldWords } from "./words/words";

/** Field that decides whether an alert opens an incident. */
export const incidentModeFields = withFieldWords(fieldWords, "moving", {
  mode: choiceField({ choices: ["none", "draft", "publish"], initial: "draft" }),
}) satisfies Fields;

/** Default durations in seconds. */
interface AlertEffectDefaults {
  hold: number;
  resolveAfter: number;
}

/**
 * Returns the fields for what an alert moves and opens: of a rule, and of the monitor or heartbeat whose only rule is
 * on its own form.
 */
export const alertEffectFieldsWith = ({ hold, resolveAfter }: AlertEffectDefaults) =>
  ({
    components: { kind: "statuses" },
    mode: incidentModeFields.mode,
    hold: { kind: "number", unit: "seconds", initial: hold, least: 0, most: 86_400, usual: [0, 60, 120, 300, 900] },
    resolveAfter: {
      kind: "number",
      unit: "seconds",
      initial: resolveAfter,
      least: 0,
      most: 86_400,
      usual: [0, 60, 300, 900, 1800],
    },
  }) as const satisfies Fields;

interface StoredRuleTimes {
  holdSeconds: number;
  resolveAfterSeconds: number;
}

/** Returns a rule with the names of its form. */
export const alertEffectValuesOf = <Rule extends StoredRuleTimes>({
  holdSeconds,
  resolveAfterSeconds,
  ...rule
}: Rule) => ({
  ...rule,
  hold: holdSeconds,
  resolveAfter: resolveAfterSeconds,
});
