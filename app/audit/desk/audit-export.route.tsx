import type { RouteGuard } from "~/http/guard";
import { onPage } from "~/ui/frame/desk";
import { orSignInAgain } from "~/ui/frame/step-up";
import { exportAudit } from "../export";
import { auditChoiceIn, filterOf } from "./audit-choice";
import { csvAnswer } from "./csv-answer";

export const handle = { guard: { kind: "member", role: "admin" } satisfies RouteGuard };

/** Exports the audit log of a page, by the filter, as a file for a spreadsheet. */
export const loader = onPage(async ({ ctx, pageId, url, timeZone, language }) => {
  const filter = filterOf(auditChoiceIn(url), { timeZone, language });
  return csvAnswer(orSignInAgain(url, await exportAudit(ctx, { pageId, ...filter })).csv);
});
