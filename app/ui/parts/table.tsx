import type { ReactNode } from "react";

interface DataTableProps {
  label: string;
  heads: string[];
  /** Those of the heads that a phone has no room for. */
  wide?: string[];
  children: ReactNode;
}

/** Rows of facts; scrolls by itself where it is too wide, by keyboard too. */
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

/** Of a cell of it. */
export const cell = "px-4 py-2 align-top";
