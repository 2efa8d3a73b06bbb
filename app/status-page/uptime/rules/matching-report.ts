import { findMatchingComponents } from "~/components/rules/component-search";

interface NamedRow {
  id: string;
  name: string;
}

/** The rows of a report: components without a group, and those of each group. */
interface ReportRows<Row extends NamedRow, Group extends NamedRow & { members: Row[] }> {
  alone: Row[];
  groups: Group[];
}

/** Returns the number of components of a report. */
export const countReportRows = ({ alone, groups }: { alone: unknown[]; groups: { members: unknown[] }[] }): number =>
  groups.reduce((sum, { members }) => sum + members.length, alone.length);

/**
 * Returns the report with only those components that match. A group stays if all of its members do; members of any
 * other group are listed without it, because its figures are of all.
 */
export function filterUptimeReport<
  Row extends NamedRow,
  Group extends NamedRow & { members: Row[] },
  Report extends ReportRows<Row, Group>,
>(report: Report, query: string): Report {
  const within = (rows: Row[], groupId: string | null) => {
    const named = rows.map((row) => ({ row, name: row.name, groupId }));
    return findMatchingComponents(named, report.groups, query).map(({ row }) => row);
  };
  const groups = report.groups.map((group) => ({ group, found: within(group.members, group.id) }));
  const isWhole = ({ group, found }: { group: Group; found: Row[] }) => found.length === group.members.length;
  const others = groups.filter((each) => !isWhole(each)).flatMap(({ found }) => found);
  return {
    ...report,
    alone: [...within(report.alone, null), ...others],
    groups: groups.filter(isWhole).map(({ group }) => group),
  };
}
