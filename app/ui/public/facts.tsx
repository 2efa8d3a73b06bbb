import type { ReactNode } from "react";

/** A short list of name and value under a title. */
export const Facts = ({ rows }: { rows: readonly [name: string, value: ReactNode][] }) => (
  <dl className="facts">
    {rows.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
