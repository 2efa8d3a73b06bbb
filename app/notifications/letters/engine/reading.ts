import { read } from "~/db/read";
import { rereadMonitors } from "~/monitors/queries/monitor";
import { knownOf } from "~/monitors/rules/known-state";
import { toldOfReading } from "../../rules/reading-told";
import { nothing, type Tell } from "./published-message";

/** One more than is named says that there are more. */
const most = 51;

/** Of which monitors an upgrade reads something else, as far as they have been checked. */
export const ofReading: Tell = async (ctx, { pageId }) => {
  const [rows] = await read(ctx, rereadMonitors(ctx, pageId, most));
  const found = rows.flatMap(({ name, ...row }) => {
    const reread = knownOf(row)?.reread;
    return reread ? [{ name, why: reread.detail }] : [];
  });
  return found.length === 0 ? nothing : { told: (words) => toldOfReading(words, found) };
};
