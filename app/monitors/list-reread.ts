import { readOnPage } from "~/change/read-permitted";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { rereadMonitors } from "./queries/monitor";
import { knownStateOf } from "./rules/known-state";
import type { UpgradeDifference } from "./rules/monitor";

export interface RereadMonitor extends UpgradeDifference {
  id: string;
  name: string;
}

/** Most monitors that are listed by name. */
const maxMonitorsListed = 50;

/**
 * Returns, for a week after an upgrade, the monitors whose results it reads differently. Reads the page's monitors (≤
 * 1,000).
 */
export const listRereadMonitors = (ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<RereadMonitor[]>> =>
  readOnPage(ctx, { pageId, role: "viewer" }, [rereadMonitors(ctx, pageId, maxMonitorsListed)], ([rows]) =>
    ok(
      rows.flatMap(({ id, name, ...row }) => {
        const reread = knownStateOf(row)?.reread;
        return reread ? [{ id, name, ...reread }] : [];
      }),
    ),
  );
