import { useFieldText } from "~/ui/parts/field-text";
import { RowLink } from "~/ui/parts/list";
import { Tag } from "~/ui/parts/status-mark";
import { shortDurationText, TimeText } from "~/ui/parts/time-text";
import { FirstNamesText } from "~/ui/table/first-names";
import type { TableColumn } from "~/ui/table/list-table";
import { maintenanceWindowFields, maintenanceWorkFields } from "../rules/fields";
import type { MaintenanceListRow } from "./maintenance-list";
import { MaintenanceStatusBadge } from "./maintenance-state";
import { useWords } from "./words/words";

function MaintenanceName({ row, slug }: { row: MaintenanceListRow; slug: string }) {
  const { t } = useWords();
  const repeats = row.more > 0 ? t("list.repeats_more", { count: row.more }) : t("list.repeats");
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 sm:min-w-64">
      <RowLink to={`/manage/${slug}/maintenances/${row.id}`}>
        <bdi>{row.title}</bdi>
      </RowLink>
      {row.seriesId === null ? null : <Tag>{repeats}</Tag>}
    </span>
  );
}

const Length = ({ row: { startsAt, endsAt } }: { row: MaintenanceListRow }) => (
  <span className="whitespace-nowrap">{shortDurationText(endsAt - startsAt, useWords().language)}</span>
);

/** Returns the columns of the list of maintenance windows, whose usual order is by start. */
export function useMaintenanceColumns(
  slug: string,
  sorts: "ascending" | "descending",
): TableColumn<MaintenanceListRow>[] {
  const { t } = useWords();
  const work = {
    title: useFieldText(maintenanceWorkFields.title),
    components: useFieldText(maintenanceWorkFields.components),
  };
  const starts = useFieldText(maintenanceWindowFields.startsAt).label;
  const ends = useFieldText(maintenanceWindowFields.endsAt).label;
  return [
    { key: "title", head: work.title.label, cell: (row) => <MaintenanceName row={row} slug={slug} /> },
    {
      key: "state",
      head: t("table.status"),
      cell: ({ status }) => <MaintenanceStatusBadge status={status} />,
    },
    {
      key: "components",
      head: t("table.components"),
      cell: ({ components }) => <FirstNamesText names={components} count={components.length} />,
    },
    { key: "starts", head: starts, sorts, phone: "labelled", cell: ({ startsAt }) => <TimeText at={startsAt} /> },
    { key: "ends", head: ends, phone: "labelled", cell: ({ endsAt }) => <TimeText at={endsAt} /> },
    { key: "length", head: t("table.length"), phone: "labelled", cell: (row) => <Length row={row} /> },
  ];
}
