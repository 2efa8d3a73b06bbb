import { type SQL, sql } from "drizzle-orm";
import { spellings } from "~/text/search-match";

/** Whether a text holds a word, small or capital; reads no row more than the text's own. */
export const holdsWord = (text: SQL, word: string): SQL =>
  sql`(${sql.join(
    spellings(word).map((each) => sql`instr(lower(coalesce(${text}, '')), ${each}) > 0`),
    sql` OR `,
  )})`;
