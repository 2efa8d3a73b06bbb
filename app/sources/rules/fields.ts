import { fieldWords } from "~/alerts/rules/words/words";
import type { Fields } from "~/fields/fields";
import { named } from "~/fields/named";

/** What an admin says about a source; the settings of its kind stand behind the name. */
export const sourceFields = named(fieldWords, "source", {
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
  dependsOn: { kind: "pick" },
}) satisfies Fields;

const { name, heartbeatSeconds, silenceHours, dependsOn } = sourceFields;
export const sourceNameField = { name } as const satisfies Fields;
export const sourceHeartbeatField = { heartbeatSeconds } as const satisfies Fields;
export const sourceSilenceField = { silenceHours } as const satisfies Fields;
export const sourceDependsField = { dependsOn } as const satisfies Fields;
