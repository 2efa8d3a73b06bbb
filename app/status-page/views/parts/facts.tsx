/** @jsxImportSource ~/html */
import type { Child } from "~/html/jsx-runtime";

/** A short list of name and value under a title. */
export const Facts = ({ rows }: { rows: readonly [name: string, value: Child][] }) => (
  <dl class="facts">
    {rows.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
