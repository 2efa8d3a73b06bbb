import { foreignIdTable } from "~/db/schema";
import { type Over, type Piece, piece, rowsOf } from "./arrange";

interface ForeignIdOptions extends Over<typeof foreignIdTable> {
  kind: string;
  theirId: string;
  ourId: string;
}

/** A row of the table of ids: this thing of the page came from an import, from Statuspage unless it says otherwise. */
export const aForeignId = (pageId: string, options: ForeignIdOptions): Piece =>
  piece({}, () =>
    rowsOf(foreignIdTable, [
      { pageId, origin: "statuspage", hash: "0", version: 0, importId: "import", isMade: true, ...options },
    ]),
  );
