import type { Fields } from "../fields/fields";
import { option } from "../fields/typed";
import { incidentFields, incidentStatusWords } from "../incidents/fields";

/** What is written in a calm hour; whatever is left open is "" or null. */
export const templateFields = {
  name: { kind: "line", label: "Name", hint: "Only your team sees it.", required: true },
  title: { kind: "line", label: "Title", hint: "For a new incident. An update takes only the text." },
  body: { kind: "markdown", label: "Text" },
  status: option({
    label: "Status",
    choices: incidentStatusWords,
    none: "Keep current",
    api: "update_status",
  }),
  impactOverride: incidentFields.impactOverride,
  components: { ...incidentFields.components, none: "Keep current", api: "component_statuses" },
} as const satisfies Fields;
