import type { ReactNode } from "react";

interface DataTableProps {
  label: string;
  heads: string[];
  /** Columns that are hidden on phones. */
  wide?: string[];
  children: ReactNode;
}

/** A table of facts; scrolls horizontally when it is too wide, also by keyboard. */
export function DataTable({ label, heads, wide = [], children }: DataTableProps) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by the keyboard
      tabIndex={0}
      className="relative overflow-x-auto rounded-lg border border-line bg-surface"
    >
      <table className="w-full text-start">
        <caption className="sr-only">{label}</caption>
        <thead>
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
        <tbody className="divide-y divide-line">{children}</tbody>
      </table>
    </section>
  );
}

/** Style of its cells. */
export const tableCellClass = "px-4 py-2 align-top";
