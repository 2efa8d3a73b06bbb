import { type SQL, sql } from "drizzle-orm";
import { spellings } from "~/text/search-match";

/** SQL that is true when a text holds a word, in upper or lower case; reads no row besides the text's own. */
export const holdsWord = (text: SQL, word: string): SQL =>
  sql`(${sql.join(
    spellings(word).map((each) => sql`instr(lower(coalesce(${text}, '')), ${each}) > 0`),
    sql` OR `,
  )})`;
