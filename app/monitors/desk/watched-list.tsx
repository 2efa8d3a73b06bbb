import type { ReactNode } from "react";
import { type AlertCause, alertOriginPath } from "~/alerts/shown/desk/alert-origin";
import { WaitingForCauseTag } from "~/alerts/shown/desk/waiting-tag";
import { useHasRole } from "~/ui/frame/may";
import { RowLink } from "~/ui/parts/list";
import { BulkTableForm } from "~/ui/table/bulk-form";
import { ListTable, type TableColumn } from "~/ui/table/list-table";
import type { TableFilter } from "~/ui/table/table-filter";
import type { TableView } from "~/ui/table/table-view";
import { type BulkListKind, useBulkSelection } from "./bulk-list";
import { MutedTag, TagChips } from "./monitor-tags";
import { NearTimeText } from "./near-time";

/** Facts that monitors and heartbeats have in common. */
export interface ObserverTableRow {
  id: string;
  name: string;
  tags: string[];
  mutedUntil: number | null;
  waitingFor: AlertCause | null;
}

interface WatchedNameCellProps {
  family: BulkListKind;
  row: ObserverTableRow;
  slug: string;
  /** More about it, below its name, as wide as the column is without it. */
  detail: ReactNode;
  /** True when tags are shown beside a short detail, below the name. */
  tagsBelow?: boolean;
}

/** Name with its link, tags, mute and cause. */
export function ObserverNameCell({ family, row, slug, detail, tagsBelow = false }: WatchedNameCellProps) {
  const { id, name, tags, mutedUntil, waitingFor } = row;
  return (
    <div className="grid min-w-0 gap-0.5 sm:min-w-56">
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <RowLink to={alertOriginPath(slug, family, id)}>{name}</RowLink>
        {tagsBelow ? null : <TagChips tags={tags} />}
        {mutedUntil === null ? null : <MutedTag until={mutedUntil} />}
        <WaitingForCauseTag cause={waitingFor} slug={slug} />
      </div>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-soft empty:hidden sm:w-0 sm:min-w-full">
        {detail}
        {tagsBelow ? <TagChips tags={tags} /> : null}
      </div>
    </div>
  );
}

/** State, and how long it has lasted. */
export const ObserverStateCell = ({ since, children }: { since: number; children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-x-2 sm:grid">
    {children}
    <span className="text-sm text-soft">
      <NearTimeText at={since} as="for" />
    </span>
  </div>
);

/** One fact above another that explains it; side by side on phones. */
export const StackedCell = ({ children, detail }: { children: ReactNode; detail: ReactNode }) => (
  <span className="sm:grid">
    {children} {detail === null ? null : <span className="text-sm whitespace-nowrap text-soft">{detail}</span>}
  </span>
);

interface WatchedListProps<Row extends ObserverTableRow> {
  family: BulkListKind;
  label: string;
  columns: TableColumn<Row>[];
  rows: Row[];
  view: TableView;
  selectsAll: boolean;
  /** Place of the rows after these; null = none. */
  following: string | null;
  /** Label and actions of the form in which admins act on several rows. */
  bulk: { label: string; actions: ReactNode };
}

/** List of monitors or heartbeats, for admins with boxes and actions. */
export function ObserverTable<Row extends ObserverTableRow>(props: WatchedListProps<Row>) {
  const { family, selectsAll, bulk, following, ...table } = props;
  const admin = useHasRole("admin");
  const selection = useBulkSelection(family, selectsAll);
  const list = <ListTable {...table} selection={admin ? selection : undefined} />;
  if (!admin) return list;
  return (
    <BulkTableForm name="bulk" label={bulk.label} rows={table.rows.length} actions={bulk.actions} following={following}>
      {list}
    </BulkTableForm>
  );
}

/** Labels of the filters, and the states and kinds on offer with their words. */
interface WatchedFilterWords {
  text: string;
  state: string;
  tag: string;
  kind: string;
  states: Record<string, string>;
  kinds: Record<string, string>;
}

const choicesOf = (words: Record<string, string>) => Object.entries(words).map(([value, label]) => ({ value, label }));

export const observerTableFilters = (tags: readonly string[], words: WatchedFilterWords): TableFilter[] => [
  { name: "text", label: words.text, kind: "search" },
  { name: "state", label: words.state, kind: "choice", choices: choicesOf(words.states) },
  { name: "tag", label: words.tag, kind: "choice", choices: tags.map((tag) => ({ value: tag, label: tag })) },
  { name: "kind", label: words.kind, kind: "choice", choices: choicesOf(words.kinds) },
];
