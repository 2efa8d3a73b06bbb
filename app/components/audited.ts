import { differences } from "~/change/differences";
import type { component } from "~/db/schema";

type Row = typeof component.$inferSelect;

/** What an entry says of a change: not who vouches for the component, as that follows from who keeps it. */
export function audited(row: Row, fields: Partial<Row>): ReturnType<typeof differences<Partial<Row>>> {
  const { coverage: _, coverageSince: __, ...said } = fields;
  return differences(row, said);
}
