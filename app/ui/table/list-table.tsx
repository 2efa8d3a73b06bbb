import { type HTMLAttributes, memo, type ReactNode } from "react";
import { HydrationList } from "../parts/hydration-list";
import { SortIcon } from "../parts/icons";
import { Link } from "../parts/link";
import { ListCheckbox } from "../parts/tick";
import { SelectAllCheckbox } from "./select-all";
import { type TableView, tableSortParam, tableViewUrlQuery } from "./table-view";
import { useWords } from "./words/words";

export interface TableColumn<Row> {
  /** Name in the URL's `sort`. */
  key: string;
  head: string;
  /** The head in full, for screen readers and for the choice of the sort on phones, where `head` is an abbreviation. */
  fullHead?: string;
  /** Direction that a first click on the head sorts in; absent = it cannot be sorted by. */
  sorts?: "ascending" | "descending";
  /**
   * On phones a cell stands below the row's name: with its full head before it when `labelled`, with the short one when
   * `brief`; `corner` = at the end of the name's line. Default: as it is.
   */
  phone?: "hidden" | "labelled" | "brief" | "corner";
  /** True for numbers. */
  numeric?: boolean;
  cell(row: Row): ReactNode;
}

/** Returns the column in small text, so that names have room beside seven others. */
export const smallTextColumn = <Row,>(column: TableColumn<Row>): TableColumn<Row> => ({
  ...column,
  cell: (row) => <span className="text-sm">{column.cell(row)}</span>,
});

export interface RowSelection<Row> {
  /** Name of a row's checkbox in the form around the table. */
  boxName(row: Row): string;
  /** Name of the row's thing, for screen readers. */
  rowName(row: Row): string;
  /** Returns true for rows that are ticked from the start: after a refusal, or by the link that selects all. */
  isTicked(row: Row): boolean;
}

/** Rows below a head of their own. */
export interface TableRowGroup<Row> {
  id: string;
  /** Its name, and what is said beside it; absent = its rows have no head. */
  head?: ReactNode;
  /** Actions at the end of its head. */
  actions?: ReactNode;
  rows: readonly Row[];
  /** Further attributes of its part of the table. */
  body?: HTMLAttributes<HTMLTableSectionElement>;
}

interface ListTableProps<Row> {
  label: string;
  /** The first column names the row, and has its link. Where rows are many, the same object with each rendering. */
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  /** The same rows in sections; absent = all in one without a head. */
  sections?: readonly TableRowGroup<Row>[] | undefined;
  view: TableView;
  selection?: RowSelection<Row> | undefined;
}

/** Roles that browsers take away from a table that CSS lays out otherwise on phones. */
const roles = {
  table: { role: "table" },
  body: { role: "rowgroup" },
  row: { role: "row" },
  name: { role: "rowheader" },
  cell: { role: "cell" },
};

/** Short names of classes in manage.css, because they stand in every cell of hundreds of rows. */
const cellClassOf = ({ numeric, phone }: Pick<TableColumn<never>, "numeric" | "phone">): string | undefined =>
  [numeric ? "num" : "", phone === "hidden" ? "wide" : "", phone === "corner" ? phone : ""].filter(Boolean).join(" ") ||
  undefined;

function HeadText<Row>({ column: { head, fullHead } }: { column: TableColumn<Row> }) {
  if (fullHead === undefined) return head;
  return (
    <>
      <span className="sr-only">{fullHead}</span>
      <span aria-hidden="true">{head}</span>
    </>
  );
}

function PhoneLabel<Row>({ column }: { column: TableColumn<Row> }) {
  const { head, fullHead = head, phone } = column;
  if (phone !== "labelled" && phone !== "brief") return null;
  return <span className="narrow">{phone === "brief" ? <HeadText column={column} /> : fullHead} </span>;
}

function SortLink<Row>({ column, view }: { column: TableColumn<Row>; view: TableView }) {
  const isCurrent = view.sort.key === column.key;
  const descending = isCurrent ? !view.sort.descending : column.sorts === "descending";
  return (
    <Link
      to={tableViewUrlQuery(view, { sort: tableSortParam({ key: column.key, descending }) })}
      className="-mx-1 inline-flex min-h-hit items-center gap-1 rounded-md px-1 text-soft no-underline hover:bg-sunken hover:text-ink"
    >
      <HeadText column={column} />
      <SortIcon direction={isCurrent ? (view.sort.descending ? "down" : "up") : null} />
    </Link>
  );
}

function ColumnHead<Row>({ column, view }: { column: TableColumn<Row>; view: TableView }) {
  const { key, numeric, sorts } = column;
  const direction = view.sort.descending ? "descending" : "ascending";
  return (
    <th
      scope="col"
      aria-sort={sorts === undefined ? undefined : view.sort.key === key ? direction : "none"}
      className={`head font-medium whitespace-nowrap ${numeric ? "text-end" : "text-start"}`}
    >
      {sorts === undefined ? (
        <span className="inline-flex min-h-hit items-center">
          <HeadText column={column} />
        </span>
      ) : (
        <SortLink column={column} view={view} />
      )}
    </th>
  );
}

interface TableRowProps<Row> {
  row: Row;
  columns: readonly TableColumn<Row>[];
  selection: RowSelection<Row> | undefined;
}

function PlainTableRow<Row>({ row, columns: [named, ...others], selection }: TableRowProps<Row>) {
  const { t } = useWords();
  return (
    <tr {...roles.row}>
      {selection ? (
        <td {...roles.cell} className="tick">
          <ListCheckbox
            name={selection.boxName(row)}
            label={t("select.row", { name: selection.rowName(row) })}
            checked={selection.isTicked(row)}
          />
        </td>
      ) : null}
      {named ? (
        <th {...roles.name} scope="row">
          {named.cell(row)}
        </th>
      ) : null}
      {others.map((column) => (
        <td key={column.key} {...roles.cell} className={cellClassOf(column)}>
          <PhoneLabel column={column} />
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}

/** Rendered again only when its row, the columns or the selection change. */
const TableRow = memo(PlainTableRow) as typeof PlainTableRow;

/** Three cells take as long to draw as one short row of a list. */
const shortRowsOf = (columns: readonly unknown[]): number => Math.ceil(columns.length / 3);

interface TableSectionProps<Row> extends Pick<ListTableProps<Row>, "columns" | "selection"> {
  section: TableRowGroup<Row>;
}

function TableSection<Row extends { id: string }>({ section, columns, selection }: TableSectionProps<Row>) {
  const { head, actions, rows, body } = section;
  const named = selection ? 2 : 1;
  return (
    <tbody {...roles.body} {...body} className={`divide-y divide-line max-md:block ${body?.className ?? ""}`}>
      {head === undefined ? null : (
        <tr {...roles.row} className="section">
          {/* One column more than the name's, for what its head says beside the name. */}
          <th {...roles.name} scope="rowgroup" colSpan={named + 1}>
            {head}
          </th>
          <td {...roles.cell} colSpan={columns.length - 2}>
            {actions}
          </td>
        </tr>
      )}
      <HydrationList items={rows} describe={({ id }) => ({ key: id, weight: shortRowsOf(columns) })}>
        {(some) => some.map((row) => <TableRow key={row.id} row={row} columns={columns} selection={selection} />)}
      </HydrationList>
    </tbody>
  );
}

/**
 * A list with many rows: columns that sort by a link in their head, boxes to act on several rows, and on phones a short
 * block for each row. `BulkForm` gives it its actions, `TableFilterForm` its filters.
 */
export function ListTable<Row extends { id: string }>(props: ListTableProps<Row>) {
  const { label, columns, rows, view, selection } = props;
  const { sections = [{ id: "", rows }] } = props;
  const { t } = useWords();
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by the keyboard
      tabIndex={0}
      className="relative overflow-x-auto rounded-lg border border-line bg-surface"
    >
      <table {...roles.table} data-list-table className="list-table w-full max-md:block">
        <caption className="sr-only">{label}</caption>
        <thead className="max-md:hidden">
          <tr className="border-b border-line text-sm text-soft">
            {selection ? (
              <th scope="col" className="w-px ps-3 text-start">
                <span className="sr-only">{t("select.column")}</span>
                <SelectAllCheckbox />
              </th>
            ) : null}
            {columns.map((column) => (
              <ColumnHead key={column.key} column={column} view={view} />
            ))}
          </tr>
        </thead>
        <HydrationList
          items={sections}
          describe={({ id, rows: within }) => ({ key: id, weight: shortRowsOf(columns) * within.length })}
        >
          {(some) =>
            some.map((section) => (
              <TableSection key={section.id} section={section} columns={columns} selection={selection} />
            ))
          }
        </HydrationList>
      </table>
    </section>
  );
}
