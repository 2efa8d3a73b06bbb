import { differences } from "~/change/differences";
import type { component } from "~/db/schema";

type StoredComponent = typeof component.$inferSelect;

/**
 * Returns the audit entry of a change: without the coverage, which follows from who keeps the component; with the
 * keeper also when a person only confirms what was assumed.
 */
export function auditedDifferences(
  row: StoredComponent,
  fields: Partial<StoredComponent>,
): ReturnType<typeof differences<Partial<StoredComponent>>> {
  const { coverage: _, coverageSince: __, coverageOpenedAt: ___, keptAnswered, ...said } = fields;
  const told = differences(row, said);
  const confirms = keptAnswered === true && fields.keptBy === row.keptBy;
  return confirms ? { ...told, after: { ...told.after, keptBy: row.keptBy } } : told;
}
