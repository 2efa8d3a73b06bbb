import { read } from "~/db/read";
import { rereadMonitors } from "~/monitors/queries/monitor";
import { knownStateOf } from "~/monitors/rules/known-state";
import { spanOf } from "~/monitors/rules/reading";
import { readingContent } from "../../rules/reading-told";
import { emptyMessage, type TellChannel } from "./published-message";

/** Most monitors that a page may have. */
const maxMonitors = 1000;

/** Reports the monitors that an upgrade reads differently, among those found in the notice's span. */
export const ofReading: TellChannel = async (ctx, { pageId, scope: { span } }) => {
  const [rows] = await read(ctx, rereadMonitors(ctx, pageId, maxMonitors));
  const found = rows.flatMap(({ name, ...row }) => {
    const reread = knownStateOf(row)?.reread;
    return reread && spanOf(reread.minute).span === span ? [{ name, why: reread.detail }] : [];
  });
  return found.length === 0 ? emptyMessage : { told: (words) => readingContent(words, found) };
};
