import { choice, type Fields } from "~/fields/fields";
import { named } from "~/fields/named";
import { fieldWords } from "./words/words";

/** Whether an incident comes of it. */
export const modeFields = named(fieldWords, "moving", {
  mode: choice({ choices: ["none", "draft", "publish"], initial: "draft" }),
}) satisfies Fields;

/** Seconds, before anybody chose. */
interface Moving {
  hold: number;
  resolveAfter: number;
}

/** What an alert moves and opens: of a rule, and of the monitor or heartbeat whose one rule stands on its own form. */
export const movingFields = ({ hold, resolveAfter }: Moving) =>
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

/** A rule as its form names it. */
export const movingOf = <Rule extends KeptRule>({ holdSeconds, resolveAfterSeconds, ...rule }: Rule) => ({
  ...rule,
  hold: holdSeconds,
  resolveAfter: resolveAfterSeconds,
});
