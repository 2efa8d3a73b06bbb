import type { Catalogue } from "~/fields/about";
import type { Fields } from "~/fields/fields";
import { named } from "~/fields/named";
import { option } from "~/fields/typed";
import { incidentFields, promiseFields } from "~/incidents/rules/fields";
import { incidentStatuses } from "~/incidents/rules/incident";
import english from "./words/en.json";

const fieldWords = { name: "templates", english } satisfies Catalogue;

/** Fields of a template; an omitted one is "" or null. */
export const templateFields = named(fieldWords, "template", {
  name: { kind: "line", required: true },
  title: { kind: "line" },
  body: { kind: "markdown" },
  status: option({ choices: incidentStatuses, api: "update_status" }),
  impactOverride: incidentFields.impactOverride,
  components: { kind: "statuses", api: "component_statuses" },
  nextMinutes: { ...promiseFields.nextMinutes, api: "next_update_minutes" },
}) satisfies Fields;
