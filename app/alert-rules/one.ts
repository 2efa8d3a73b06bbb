import { rule } from "~/db/schema";
import { ruleView } from "./view";

type Rows = Parameters<typeof ruleView>[0][];

/** Lookup of a rule among those that were read, for its changes. */
export const oneRule = {
  role: "admin",
  subject: "rule",
  table: rule,
  find: (rows: Rows, { id }: { id?: string | undefined }) => rows.map(ruleView).find((each) => each.id === id),
  settles: true,
} as const;
