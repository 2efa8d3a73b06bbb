import { read } from "~/db/read";
import { rereadMonitors } from "~/monitors/queries/monitor";
import { knownOf } from "~/monitors/rules/known-state";
import { spanOf } from "~/monitors/rules/reading";
import { toldOfReading } from "../../rules/reading-told";
import { nothing, type Tell } from "./published-message";

/** Most monitors that a page may have. */
const most = 1000;

/** Reports the monitors that an upgrade reads differently, among those found in the notice's span. */
export const ofReading: Tell = async (ctx, { pageId, scope: { span } }) => {
  const [rows] = await read(ctx, rereadMonitors(ctx, pageId, most));
  const found = rows.flatMap(({ name, ...row }) => {
    const reread = knownOf(row)?.reread;
    return reread && spanOf(reread.minute).span === span ? [{ name, why: reread.detail }] : [];
  });
  return found.length === 0 ? nothing : { told: (words) => toldOfReading(words, found) };
};
