import { impacts } from "~/status/status";
import { dayStart, isCalendarDate, nextDayStart } from "~/time/day";
import { readTableView, type TableView } from "~/ui/table/table-view";
import type { ListIncidentsInput } from "../list";
import { incidentLeadFilters } from "../rules/fields";
import { type IncidentSortKey, incidentSortKeys } from "../rules/input";

/** States that the links above the list choose from; `filter` in the URL. */
export const incidentListStates = ["all", "open", "draft", "closed"] as const;

/** Filters whose value must be one that the list knows; any other shows the whole list. */
const knownValues: Record<string, (text: string) => boolean> = {
  filter: (text) => text !== "all" && incidentListStates.some((each) => each === text),
  impact: (text) => impacts.some((each) => each === text),
  lead: (text) => incidentLeadFilters.some((each) => each === text),
  from: isCalendarDate,
  until: isCalendarDate,
};

const viewRules = {
  filters: ["filter", "search", "impact", "component", "lead", "from", "until"],
  sorts: incidentSortKeys,
  usual: { key: "started", descending: true },
};

/** Reads the list's view from its URL. */
export function incidentListView(url: URL): TableView {
  const view = readTableView(url, viewRules);
  const known = Object.entries(view.params).filter(([name, value]) => knownValues[name]?.(value) ?? true);
  return { ...view, params: Object.fromEntries(known) };
}

/** Returns the view in the use case's form; days are those of the page's time zone. */
export function incidentListInputOf({ sort, params }: TableView, zone: string): Omit<ListIncidentsInput, "pageId"> {
  const { filter, search, impact, component, lead, from, until } = params;
  return {
    sort: sort.key as IncidentSortKey,
    descending: sort.descending,
    ...(filter ? { filter } : {}),
    ...(search ? { search } : {}),
    ...(impact ? { impact } : {}),
    ...(component ? { componentId: component.slice(0, 80) } : {}),
    ...(lead ? { lead } : {}),
    ...(from ? { from: dayStart(zone, from) } : {}),
    ...(until ? { to: nextDayStart(zone, dayStart(zone, until)) } : {}),
  };
}
