import type { ReactNode } from "react";

interface DataTableProps {
  label: string;
  heads: string[];
  /** Columns that are hidden on phones. */
  wide?: string[];
  /** True for rows that are short blocks on phones, with `rowRoles`: for tables whose last columns are needed there. */
  isStacked?: boolean;
  children: ReactNode;
}

/** Roles of the parts of a stacked table, which browsers no longer take for a table once its rows are blocks. */
export const rowRoles = { row: { role: "row" }, name: { role: "rowheader" }, cell: { role: "cell" } } as const;

const stackedParts = {
  table: { role: "table", className: "list-table w-full text-start max-md:block" },
  head: { className: "max-md:hidden" },
  body: { role: "rowgroup", className: "divide-y divide-line max-md:block" },
} as const;

const plainParts = {
  table: { className: "w-full text-start" },
  head: {},
  body: { className: "divide-y divide-line" },
} as const;

/** A table of facts; scrolls horizontally when it is too wide, also by keyboard. */
export function DataTable({ label, heads, wide = [], isStacked = false, children }: DataTableProps) {
  const parts = isStacked ? stackedParts : plainParts;
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by the keyboard
      tabIndex={0}
      className="relative overflow-x-auto rounded-lg border border-line bg-surface"
    >
      <table {...parts.table}>
        <caption className="sr-only">{label}</caption>
        <thead {...parts.head}>
          <tr className="border-b border-line text-sm text-soft">
            {heads.map((head) => (
              <th
                key={head}
                scope="col"
                className={`px-4 py-2 text-start font-medium whitespace-nowrap ${wide.includes(head) ? "max-sm:hidden" : ""}`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...parts.body}>{children}</tbody>
      </table>
    </section>
  );
}

/** Style of its cells. */
export const tableCellClass = "px-4 py-2 align-top";

/** Style of the cells of a stacked table, whose rows have the padding on phones. */
export const stackedTableCellClass = `${tableCellClass} max-md:p-0`;
