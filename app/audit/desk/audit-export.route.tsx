import type { RouteGuard } from "~/http/guard";
import { pageDeskHandler } from "~/ui/frame/desk";
import { unwrapFileOrRedirectToSignIn } from "~/ui/frame/step-up";
import { exportAudit } from "../export";
import { auditFilterOf, parseAuditFilter } from "./audit-choice";
import { csvResponse } from "./csv-answer";

export const handle = { guard: { kind: "member", role: "admin" } satisfies RouteGuard };

/** Exports the audit log of a page, by the filter, as a file for a spreadsheet. */
export const loader = pageDeskHandler(async ({ ctx, pageId, url, timeZone, language }) => {
  const filter = auditFilterOf(parseAuditFilter(url), { timeZone, language });
  return csvResponse(unwrapFileOrRedirectToSignIn(url, await exportAudit(ctx, { pageId, ...filter })).csv);
});
