/** @jsxImportSource ~/html */
import type { HtmlChild } from "~/html/jsx-runtime";

/** Shows a short list of names and values under a title. */
export const FactsPanel = ({ rows }: { rows: readonly [name: string, value: HtmlChild][] }) => (
  <dl class="facts">
    {rows.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
