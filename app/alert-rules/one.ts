import { rule } from "~/db/schema";
import { ruleView } from "./view";

type Rows = Parameters<typeof ruleView>[0][];

/** A rule among those that were read, as its changes find it. */
export const oneRule = {
  role: "admin",
  subject: "rule",
  table: rule,
  find: (rows: Rows, { id }: { id?: string | undefined }) => rows.map(ruleView).find((each) => each.id === id),
  settles: true,
} as const;
