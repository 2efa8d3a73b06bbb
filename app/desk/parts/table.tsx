import type { ReactNode } from "react";

/** Rows of facts; scrolls by itself where it is too wide, by keyboard too. */
export function DataTable({ label, heads, children }: { label: string; heads: string[]; children: ReactNode }) {
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
              <th key={head} scope="col" className="px-4 py-2 text-start font-medium whitespace-nowrap">
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
