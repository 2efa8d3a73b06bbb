import { formatNameList, incidentFormWithTemplate } from "~/templates/rules/template";
import { zonedTimeText } from "~/time/local-time";
import type { CommandCall } from "../definition/command-definition";
import { findNamed } from "../session/find-named";

interface ListedTemplate {
  id: string;
  name: string;
  title: string;
  body: string;
  update_status: string | null;
  impact_override: string | null;
  component_statuses: Record<string, string>;
  next_update_minutes: number | null;
}

interface PageForTemplate {
  name: string;
  language: string;
  time_zone: string;
}

/** The fields of an incident as they were typed. */
export interface TypedIncident {
  title: string;
  body: string;
  status: string;
  components: Record<string, string>;
}

/** Returns the fields of the API, filled from the template as the form in the browser fills them: what was typed stays. */
export async function incidentFromTemplate({ session, machine }: CommandCall, name: string, typed: TypedIncident) {
  const [templates, page, components] = await Promise.all([
    session.onPage<ListedTemplate[]>("/incident_templates"),
    session.onPage<PageForTemplate>(""),
    session.onPage<{ id: string; name: string }[]>("/components"),
  ]);
  const found = findNamed(templates, name, "template");
  const isKnown = ([id]: [string, string]) => components.some((each) => each.id === id);
  const template = {
    title: found.title,
    body: found.body,
    status: found.update_status,
    impactOverride: found.impact_override,
    components: Object.fromEntries(Object.entries(found.component_statuses).filter(isKnown)),
    nextMinutes: found.next_update_minutes,
  };
  const touched = { ...template.components, ...typed.components };
  const names = components.filter(({ id }) => id in touched).map((each) => each.name);
  const blanks = {
    component: formatNameList(names, page.language),
    page: page.name,
    time: zonedTimeText(machine.now(), page.time_zone),
  };
  const filled = incidentFormWithTemplate({ ...typed, impactOverride: "", nextMinutes: "" }, template, blanks);
  return {
    ...filled,
    status: typed.status || filled.status,
    impactOverride: filled.impactOverride || undefined,
    nextMinutes: filled.nextMinutes === "" ? undefined : Number(filled.nextMinutes),
  };
}
