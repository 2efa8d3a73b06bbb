import { useMemo } from "react";
import { fieldText } from "~/i18n/field-text";
import { type Status, statusRank } from "~/status/status";
import { useHasRole } from "~/ui/frame/may";
import { useFormState } from "~/ui/parts/form";
import { ChevronIcon } from "~/ui/parts/icons";
import { Link } from "~/ui/parts/link";
import { StatusBadge } from "~/ui/parts/status-mark";
import { AgoText } from "~/ui/parts/time-text";
import { useLanguage } from "~/ui/parts/viewer";
import { ListTable, type RowSelection, type TableColumn, type TableRowGroup } from "~/ui/table/list-table";
import { useUnchangedRows } from "~/ui/table/same-rows";
import type { TableView } from "~/ui/table/table-view";
import { componentFields } from "../rules/fields";
import { componentBoxName } from "./bulk-names";
import { ComponentNameCell, ComponentStatusCell, ComponentUptimeCell, ComponentWatchCell } from "./component-cells";
import { GroupDragHandle, useGroupDrop } from "./dragged-groups";
import type { ComponentMove, ListedComponent } from "./listed-component";
import { ComponentMoveButtons, GroupMoveButtons } from "./order-buttons";
import { useWords, wordsIn } from "./words/words";

export interface ListedGroup {
  id: string;
  name: string;
  version: number;
}

interface ColumnOptions {
  language: string;
  /** Path of the page's management. */
  here: string;
  /** Days over which the uptime is counted. */
  days: number;
  /** Names of groups by id, where the table is not in groups. */
  groupNames: ReadonlyMap<string, string> | null;
  isMovable: boolean;
}

const groupColumn = (names: ReadonlyMap<string, string>, language: string): TableColumn<ListedComponent> => ({
  key: "group",
  head: fieldText(componentFields.groupId, language).label,
  cell: ({ groupId }) => <bdi className="whitespace-nowrap text-soft">{names.get(groupId ?? "") ?? ""}</bdi>,
});

const orderColumn = (language: string): TableColumn<ListedComponent> => ({
  key: "order",
  head: wordsIn(language).t("table.order"),
  numeric: true,
  phone: "corner",
  cell: (row) => <ComponentMoveButtons component={row} language={language} />,
});

/** Returns the columns; those that sort have the keys of `componentSortKeys`. */
export function componentColumnsIn(options: ColumnOptions): TableColumn<ListedComponent>[] {
  const { language, here, days, groupNames, isMovable } = options;
  const { t } = wordsIn(language);
  return [
    {
      key: "name",
      head: t("component.title"),
      sorts: "ascending",
      cell: (row) => <ComponentNameCell component={row} here={here} />,
    },
    ...(groupNames ? [groupColumn(groupNames, language)] : []),
    {
      key: "status",
      head: t("table.status"),
      sorts: "descending",
      cell: (row) => <ComponentStatusCell component={row} />,
    },
    {
      key: "uptime",
      head: t("table.uptime", { count: days }),
      sorts: "ascending",
      numeric: true,
      cell: (row) => <ComponentUptimeCell component={row} />,
    },
    {
      key: "watch",
      head: t("table.watched_by"),
      phone: "hidden",
      cell: (row) => <ComponentWatchCell component={row} here={here} />,
    },
    {
      key: "changed",
      head: t("table.changed"),
      sorts: "descending",
      phone: "hidden",
      cell: ({ changedAt }) => <AgoText at={changedAt} />,
    },
    ...(isMovable ? [orderColumn(language)] : []),
  ];
}

interface GroupHeadProps {
  group: ListedGroup;
  moves: readonly ComponentMove[];
  here: string;
}

/** Actions of a group at the end of its head: its place, and its form. */
function GroupActions({ group, moves, here }: GroupHeadProps) {
  const { say } = useWords();
  return (
    <span className="flex flex-wrap items-center justify-end gap-1">
      {moves.length === 0 ? null : <GroupDragHandle {...group} />}
      <GroupMoveButtons group={group} moves={moves} />
      <Link to={`${here}/groups/${group.id}`} className="ms-2 inline-flex min-h-hit items-center font-normal">
        {say("list.edit_group", { name: <span className="sr-only">{group.name}</span> })}
      </Link>
    </span>
  );
}

/** Returns the worst status among components that someone watches; null while all are operational. */
function worstStatusOf(rows: readonly ListedComponent[]): Status | null {
  const affected = rows.filter(({ effective, isUnmonitored }) => effective !== "operational" && !isUnmonitored);
  const [worst] = affected.toSorted((one, other) => statusRank(other.effective) - statusRank(one.effective));
  return worst?.effective ?? null;
}

/** The fold of a group's rows, which are hidden by CSS, because a fold cannot surround rows of a table. */
function GroupName({ name, rows }: { name: string; rows: readonly ListedComponent[] }) {
  const { t, number } = useWords();
  const worst = worstStatusOf(rows);
  return (
    <details open className="group-fold">
      <summary className="flex min-h-hit cursor-pointer list-none flex-wrap items-center gap-x-2 [&::-webkit-details-marker]:hidden">
        <ChevronIcon />
        <bdi>{name}</bdi>
        <span className="font-normal text-soft tabular-nums">
          <span className="sr-only">{t("table.components", { count: rows.length })}</span>
          <span aria-hidden="true">{number(rows.length)}</span>
        </span>
        {worst === null ? null : (
          <span className="font-normal">
            <StatusBadge status={worst} />
          </span>
        )}
      </summary>
    </details>
  );
}

/** Moves of a group among all groups. */
const movesOf = (place: number, count: number): ComponentMove[] => [
  ...(place > 0 ? (["up"] as const) : []),
  ...(place < count - 1 ? (["down"] as const) : []),
];

type SectionOptions = Pick<ComponentTableProps, "groups" | "here" | "isWhole"> & { isMovable: boolean };

/** Returns the groups as sections, those outside of all groups first. A filter leaves out what is empty. */
function useComponentSections(rows: readonly ListedComponent[], options: SectionOptions) {
  const { groups, here, isWhole, isMovable } = options;
  const { t } = useWords();
  const bodyOf = useGroupDrop();
  const members = useMemo(() => Map.groupBy(rows, ({ groupId }) => groupId), [rows]);
  const alone = members.get(null) ?? [];
  const sections: TableRowGroup<ListedComponent>[] = groups.map((group, place) => ({
    id: group.id,
    head: <GroupName name={group.name} rows={members.get(group.id) ?? []} />,
    actions: <GroupActions group={group} moves={isMovable ? movesOf(place, groups.length) : []} here={here} />,
    rows: members.get(group.id) ?? [],
    ...(isMovable ? { body: bodyOf(group.id) } : {}),
  }));
  const ungrouped =
    groups.length === 0
      ? { id: "", rows: alone }
      : { id: "", head: <GroupName name={t("list.ungrouped")} rows={alone} />, rows: alone };
  return [ungrouped, ...sections].filter((section) => section.rows.length > 0 || (isWhole && section.id !== ""));
}

/** Returns the boxes of the form `bulk`: ticked before a refusal, or all of them by the link that selects all. */
function useComponentSelection(selectsAll: boolean): RowSelection<ListedComponent> {
  const kept = useFormState("bulk")?.values;
  return useMemo(
    () => ({
      boxName: ({ id }) => componentBoxName(id),
      rowName: ({ name }) => name,
      isTicked: ({ id }) => (kept ? componentBoxName(id) in kept : selectsAll),
    }),
    [kept, selectsAll],
  );
}

interface ComponentTableProps {
  components: readonly ListedComponent[];
  groups: readonly ListedGroup[];
  view: TableView;
  here: string;
  days: number;
  selectsAll: boolean;
  /** True in the page's own order. */
  isInOrder: boolean;
  /** True when no filter leaves anything out. */
  isWhole: boolean;
}

/** All components: in the page's order with a head for each group, sorted without. */
export function ComponentTable(props: ComponentTableProps) {
  const { components, groups, view, here, days, selectsAll, isInOrder, isWhole } = props;
  const { t } = useWords();
  const language = useLanguage();
  const isMovable = useHasRole("admin") && isInOrder && isWhole;
  const isSelectable = useHasRole("responder");
  const rows = useUnchangedRows(components);
  const columns = useMemo(() => {
    const groupNames = isInOrder || groups.length === 0 ? null : new Map(groups.map(({ id, name }) => [id, name]));
    return componentColumnsIn({ language, here, days, groupNames, isMovable });
  }, [language, here, days, groups, isInOrder, isMovable]);
  const selection = useComponentSelection(selectsAll);
  const sections = useComponentSections(rows, { groups, here, isWhole, isMovable });
  return (
    <ListTable
      label={t("list.title")}
      columns={columns}
      rows={rows}
      sections={isInOrder ? sections : undefined}
      view={view}
      selection={isSelectable ? selection : undefined}
    />
  );
}
