import { differences } from "~/change/differences";
import type { component } from "~/db/schema";

type StoredComponent = typeof component.$inferSelect;

/**
 * Returns the before and after values for the audit log. Coverage is left out, because it follows from `keptBy`, which
 * is included even if unchanged when a person confirms the assumed value.
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
