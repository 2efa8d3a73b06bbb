import { readBatch } from "~/db/read";
import { upgradeDifferenceMonitorsQuery } from "~/monitors/queries/monitor";
import { storedMonitorState } from "~/monitors/rules/known-state";
import { upgradeDifferenceNoticeWindow } from "~/monitors/rules/reading";
import { changedMonitorsTeamContent } from "../../rules/reading-told";
import { emptyMessageContent, type ReadMessageContent } from "./published-message";

/** Most monitors that a page may have. */
const maxMonitors = 1000;

/** Reports the monitors that an upgrade reads differently, among those found in the notice's span. */
export const readChangedMonitorsMessage: ReadMessageContent = async (ctx, { pageId, scope: { span } }) => {
  const [rows] = await readBatch(ctx, upgradeDifferenceMonitorsQuery(ctx, pageId, maxMonitors));
  const found = rows.flatMap(({ name, ...row }) => {
    const reread = storedMonitorState(row)?.reread;
    return reread && upgradeDifferenceNoticeWindow(reread.minute).span === span ? [{ name, why: reread.detail }] : [];
  });
  return found.length === 0 ? emptyMessageContent : { told: (words) => changedMonitorsTeamContent(words, found) };
};
