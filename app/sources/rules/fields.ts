import { ruleAlertEffectFields } from "~/alert-rules/rules/fields";
import { fieldWords } from "~/alerts/rules/words/words";
import { withFieldWords } from "~/fields/field-words";
import type { Fields } from "~/fields/fields";

/** Fields of a source; the settings of its kind come after the name. */
export const sourceFields = withFieldWords(fieldWords, "source", {
  name: { kind: "line", required: true },
  heartbeatSeconds: {
    kind: "number",
    unit: "seconds",
    initial: null,
    optional: true,
    least: 60,
    most: 31 * 24 * 3600,
  },
  silenceHours: {
    kind: "number",
    unit: "hours",
    initial: null,
    optional: true,
    least: 1,
    most: 31 * 24,
  },
  quietMeansWell: { kind: "tick", initial: false },
  dependsOn: { kind: "pick" },
}) satisfies Fields;

const { name, heartbeatSeconds, silenceHours, quietMeansWell, dependsOn } = sourceFields;
export const sourceNameField = { name } as const satisfies Fields;
/** Fields of the three answers to the question of what its quiet means. */
export const sourceQuietFields = { heartbeatSeconds, silenceHours, quietMeansWell } as const satisfies Fields;
/** Field of a new source: the components that its first rule changes; empty = they are chosen later. */
export const newSourceRuleField = { components: ruleAlertEffectFields.components } as const satisfies Fields;
/** A source's fields as the audit log names them. */
export const sourceLogFields = { ...sourceFields, ...newSourceRuleField } as const satisfies Fields;
export const sourceDependsField = { dependsOn } as const satisfies Fields;
