import { rule } from "~/db/schema";
import { ruleView } from "./rule-view";

type RuleViewRows = Parameters<typeof ruleView>[0][];

/** Lookup of a rule among those that were read, for its changes. */
export const ruleAccess = {
  role: "admin",
  subject: "rule",
  table: rule,
  find: (rows: RuleViewRows, { id }: { id?: string | undefined }) => rows.map(ruleView).find((each) => each.id === id),
  settles: true,
} as const;
