import { differences } from "~/change/differences";
import type { component } from "~/db/schema";

type Row = typeof component.$inferSelect;

/**
 * What an entry says of a change: not who vouches for the component, as that follows from who keeps it; and who keeps it also
 * where somebody only confirms what was assumed.
 */
export function audited(row: Row, fields: Partial<Row>): ReturnType<typeof differences<Partial<Row>>> {
  const { coverage: _, coverageSince: __, coverageOpenedAt: ___, keptAnswered, ...said } = fields;
  const told = differences(row, said);
  const confirms = keptAnswered === true && fields.keptBy === row.keptBy;
  return confirms ? { ...told, after: { ...told.after, keptBy: row.keptBy } } : told;
}
