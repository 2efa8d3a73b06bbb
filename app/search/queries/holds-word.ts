import { type SQL, sql } from "drizzle-orm";
import { caseSpellings } from "~/text/search-match";

/** SQL that is true when a text holds a word, in upper or lower case; reads no row besides the text's own. */
export const containsWordSql = (text: SQL, word: string): SQL =>
  sql`(${sql.join(
    caseSpellings(word).map((each) => sql`instr(lower(coalesce(${text}, '')), ${each}) > 0`),
    sql` OR `,
  )})`;
