import type { GroupedComponentName } from "~/components/names";
import { useFieldText } from "~/ui/parts/field-text";
import { useWords as usePartWords } from "~/ui/parts/part-words";
import type { TableFilter } from "~/ui/table/table-filter";
import { incidentFields, incidentLeadFilters } from "../rules/fields";
import { useWords } from "./words/words";

/** Returns the fields of the form above the list. */
export function useIncidentFilters(components: readonly GroupedComponentName[]): TableFilter[] {
  const { t } = useWords();
  const { t: named } = usePartWords();
  const impact = useFieldText(incidentFields.impactOverride);
  const choices = components.map(({ id, name, group }) => ({
    value: id,
    label: group ? named("label.named", { label: group, about: name }) : name,
  }));
  return [
    { name: "search", label: t("table.search"), kind: "search" },
    {
      name: "impact",
      label: impact.label,
      kind: "choice",
      choices: incidentFields.impactOverride.choices.map((value) => ({ value, label: impact.choices[value] ?? value })),
    },
    { name: "component", label: t("table.component"), kind: "choice", choices },
    {
      name: "lead",
      label: t("table.lead"),
      kind: "choice",
      choices: incidentLeadFilters.map((value) => ({ value, label: t(`table.lead_${value}`) })),
    },
    { name: "from", label: t("table.from"), kind: "date" },
    { name: "until", label: t("table.until"), kind: "date" },
  ];
}
