import { read } from "~/db/read";
import { rereadMonitors } from "~/monitors/queries/monitor";
import { knownOf } from "~/monitors/rules/known-state";
import { spanOf } from "~/monitors/rules/reading";
import { toldOfReading } from "../../rules/reading-told";
import { nothing, type Tell } from "./published-message";

/** As many as a page may have. */
const most = 1000;

/** Of which monitors an upgrade reads something else, of those that were found so in its span. */
export const ofReading: Tell = async (ctx, { pageId, scope: { span } }) => {
  const [rows] = await read(ctx, rereadMonitors(ctx, pageId, most));
  const found = rows.flatMap(({ name, ...row }) => {
    const reread = knownOf(row)?.reread;
    return reread && spanOf(reread.minute).span === span ? [{ name, why: reread.detail }] : [];
  });
  return found.length === 0 ? nothing : { told: (words) => toldOfReading(words, found) };
};
