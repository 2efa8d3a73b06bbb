import { ruleComponentTable } from "~/db/schema";
import { type InsertRow, insertRowsStatements, keepExistingRowsOption, type SqlStatement } from "~/db/write";

type RuleComponentRow = InsertRow<typeof ruleComponentTable>;

/** A component that was removed or archived here since it came is left out. */
const isThere = `EXISTS (SELECT 1 FROM component c WHERE c.id = j.value->>'$.componentId'
  AND c.page_id = j.value->>'$.pageId' AND c.archived_at IS NULL)`;

/** Adds components to rules; an observer that another's key kept out has no rules. */
export const addRuleComponentsStatements = (rows: readonly RuleComponentRow[]): SqlStatement[] =>
  insertRowsStatements(ruleComponentTable, rows, { where: isThere, onConflict: keepExistingRowsOption });

/** Makes these the only components of the rules. */
export const replaceRuleComponentsStatements = (
  pageId: string,
  ruleIds: readonly string[],
  rows: readonly RuleComponentRow[],
): SqlStatement[] => [
  {
    sql: `DELETE FROM rule_component WHERE page_id = ?1 AND rule_id IN (SELECT value FROM json_each(?2))
      AND (rule_id, component_id) NOT IN (SELECT j.value->>'$.ruleId', j.value->>'$.componentId' FROM json_each(?3) j)`,
    params: [pageId, JSON.stringify(ruleIds), JSON.stringify(rows)],
  },
  ...addRuleComponentsStatements(rows),
];
