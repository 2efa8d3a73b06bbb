import { changedValues } from "~/change/differences";
import type { componentTable } from "~/db/schema";

type StoredComponent = typeof componentTable.$inferSelect;

/**
 * Returns the before and after values for the audit log. Coverage is left out, because it follows from `keptBy`, which
 * is included even if unchanged when a person confirms the assumed value.
 */
export function componentAuditDifferences(
  row: StoredComponent,
  fields: Partial<StoredComponent>,
): ReturnType<typeof changedValues<Partial<StoredComponent>>> {
  const { coverage: _, coverageSince: __, coverageOpenedAt: ___, keptAnswered, ...said } = fields;
  const told = changedValues(row, said);
  const confirms = keptAnswered === true && fields.keptBy === row.keptBy;
  return confirms ? { ...told, after: { ...told.after, keptBy: row.keptBy } } : told;
}
