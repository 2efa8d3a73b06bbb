import { statuses } from "~/status/status";
import { Link } from "~/ui/parts/link";
import { EmptyState } from "~/ui/parts/list";
import { useLanguage } from "~/ui/parts/viewer";
import { useWordTable } from "~/ui/parts/words";
import { type TableFilter, TableFilterForm } from "~/ui/table/table-filter";
import { type TableView, tableSortParam, tableViewUrlQuery } from "~/ui/table/table-view";
import { useWords as useTableWords } from "~/ui/table/words/words";
import { affectedStatusFilter, noGroupFilter } from "../rules/component-table";
import { unobservedComponentText } from "./component-cells";
import { componentColumnsIn, type ListedGroup } from "./component-table";
import { pageOrderTableSort } from "./list-view";
import { useWords } from "./words/words";

interface ComponentFilterFormProps {
  groups: readonly ListedGroup[];
  view: TableView;
  days: number;
  here: string;
}

function useComponentFilters(groups: readonly ListedGroup[]): TableFilter[] {
  const { t } = useWords();
  const language = useLanguage();
  const words = useWordTable("status");
  const grouped = groups.map(({ id, name }) => ({ value: id, label: name }));
  const byGroup: TableFilter = {
    name: "group",
    label: t("group.title"),
    kind: "choice",
    choices: [...grouped, { value: noGroupFilter, label: t("list.ungrouped") }],
  };
  const byStatus = [...statuses].reverse().map((status) => ({ value: status, label: words[status] ?? status }));
  return [
    { name: "text", label: t("filter.text"), kind: "search" },
    ...(groups.length > 0 ? [byGroup] : []),
    {
      name: "status",
      label: t("table.status"),
      kind: "choice",
      choices: [{ value: affectedStatusFilter, label: t("filter.affected") }, ...byStatus],
    },
    {
      name: "watch",
      label: t("table.watched_by"),
      kind: "choice",
      choices: [
        { value: "watched", label: t("filter.watched") },
        { value: "manual", label: unobservedComponentText("manual", language) },
        { value: "unwatched", label: unobservedComponentText("unwatched", language) },
      ],
    },
  ];
}

export function ComponentFilterForm({ groups, view, days, here }: ComponentFilterFormProps) {
  const { t } = useWords();
  const language = useLanguage();
  return (
    <TableFilterForm
      to={`${here}/components`}
      view={view}
      filters={useComponentFilters(groups)}
      columns={componentColumnsIn({ language, here, days, groupNames: null, isMovable: false })}
      usualOrder={{ value: tableSortParam(pageOrderTableSort), label: t("filter.page_order") }}
    />
  );
}

/** Link from a sorted table back to the page's order, with the same filters. */
export function PageOrderLink({ view }: { view: TableView }) {
  const { t } = useWords();
  return (
    <p>
      <Link to={tableViewUrlQuery(view, { sort: "" })} className="inline-flex min-h-hit items-center">
        {t("filter.show_page_order")}
      </Link>
    </p>
  );
}

export function NoComponentsFoundPanel({ to }: { to: string }) {
  const { t } = useWords();
  const table = useTableWords();
  return (
    <EmptyState title={t("filter.none_found")}>
      <Link to={to} className="inline-flex min-h-hit items-center">
        {table.t("filter.clear")}
      </Link>
    </EmptyState>
  );
}

/** Link to the affected components alone, which may be far down a long page. */
export function AffectedLink({ view, count }: { view: TableView; count: number }) {
  const { t } = useWords();
  if (count === 0) return null;
  return (
    <p>
      <Link
        to={tableViewUrlQuery(view, { status: affectedStatusFilter })}
        className="inline-flex min-h-hit items-center gap-2"
      >
        {t("filter.affected_count", { count })}
      </Link>
    </p>
  );
}
