import type { SqlStatement } from "./write";

/** Parts of one batch by name. They run in the order in which they are listed; a part may have no statement. */
type BatchParts<Name extends string> = Readonly<Record<Name, readonly SqlStatement[]>>;

/** Returns the statements of all parts, in the order in which they run. */
export const statementsOfParts = (parts: BatchParts<string>): SqlStatement[] => Object.values(parts).flat();

/** Returns the results of each part of a batch that ran `statementsOf(parts)`. */
export function resultsByPart<Name extends string, Answer>(
  parts: BatchParts<Name>,
  results: readonly Answer[],
): Record<Name, Answer[]> {
  let from = 0;
  const named = Object.entries<readonly SqlStatement[]>(parts).map(([name, { length }]) => {
    const own = results.slice(from, from + length);
    from += length;
    return [name, own] as const;
  });
  return Object.fromEntries(named) as Record<Name, Answer[]>;
}
