import { withWords } from "~/fields/field-words";
import { choice, type Fields } from "~/fields/fields";
import { fieldWords } from "./words/words";

/** Field that decides whether an alert opens an incident. */
export const modeFields = withWords(fieldWords, "moving", {
  mode: choice({ choices: ["none", "draft", "publish"], initial: "draft" }),
}) satisfies Fields;

/** Default durations in seconds. */
interface MovingDefaults {
  hold: number;
  resolveAfter: number;
}

/**
 * Returns the fields for what an alert moves and opens: of a rule, and of the monitor or heartbeat whose only rule is
 * on its own form.
 */
export const movingFields = ({ hold, resolveAfter }: MovingDefaults) =>
  ({
    components: { kind: "statuses" },
    mode: modeFields.mode,
    hold: { kind: "number", unit: "seconds", initial: hold, least: 0, most: 86_400 },
    resolveAfter: { kind: "number", unit: "seconds", initial: resolveAfter, least: 0, most: 86_400 },
  }) as const satisfies Fields;

interface KeptRule {
  holdSeconds: number;
  resolveAfterSeconds: number;
}

/** Returns a rule with the names of its form. */
export const movingFieldsOf = <Rule extends KeptRule>({ holdSeconds, resolveAfterSeconds, ...rule }: Rule) => ({
  ...rule,
  hold: holdSeconds,
  resolveAfter: resolveAfterSeconds,
});
