import type { FieldCatalogue } from "~/fields/field-about";
import { withFieldWords } from "~/fields/field-words";
import type { Fields } from "~/fields/fields";
import { optionField } from "~/fields/typed-fields";
import { incidentFields, nextUpdateFields } from "~/incidents/rules/fields";
import { incidentStatuses } from "~/incidents/rules/incident";
import english from "./words/en.json";

const fieldWords = { name: "templates", english } satisfies FieldCatalogue;

/** Fields of a template; an omitted one is "" or null. */
export const templateFields = withFieldWords(fieldWords, "template", {
  name: { kind: "line", required: true },
  title: { kind: "line" },
  body: { kind: "markdown" },
  status: optionField({ choices: incidentStatuses, api: "update_status" }),
  impactOverride: incidentFields.impactOverride,
  components: { kind: "statuses", api: "component_statuses" },
  nextMinutes: { ...nextUpdateFields.nextMinutes, api: "next_update_minutes" },
}) satisfies Fields;
