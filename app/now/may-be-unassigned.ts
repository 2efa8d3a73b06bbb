import type { RuleRecord } from "~/alerts/rules/rule-match";
import { parseIncidentComponents } from "~/incidents/queries/incident";
import type { FiringAlertGroup } from "./firing-groups";

interface UnassignedContext {
  /** Keys of firing groups: their incident, else their source. */
  belongs: readonly FiringAlertGroup["key"][];
  rules: readonly Pick<RuleRecord, "sourceId" | "components">[];
  /** Open incidents with their components as stored. */
  open: readonly { row: { id: string; visibility: string }; components: string }[];
}

/** True when an alert may reach no component: only then is each alert checked, which costs rows for each. */
export function mayHaveUnassignedAlert({ belongs, rules, open }: UnassignedContext): boolean {
  const isShown = ({ row, components }: UnassignedContext["open"][number]) =>
    row.visibility === "published" && parseIncidentComponents(components).length > 0;
  const named = new Map(open.map((each) => [each.row.id, isShown(each)]));
  const ruled = Map.groupBy(rules, ({ sourceId }) => sourceId);
  return belongs.some((key) => {
    const own = ruled.get(key) ?? [];
    return !(named.get(key) ?? (own.length > 0 && own.every(({ components }) => components.length > 0)));
  });
}
