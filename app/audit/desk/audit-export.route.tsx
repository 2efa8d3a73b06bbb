import type { Guard } from "~/http/guard";
import { onPage } from "~/ui/frame/desk";
import { orSignInAgain } from "~/ui/frame/step-up";
import { exportAudit } from "../export";
import { chosenIn, filterOf } from "./audit-choice";
import { csvAnswer } from "./csv-answer";

export const handle = { guard: { kind: "member", role: "admin" } satisfies Guard };

/** What the filter of a page's audit log shows, as a file for a spreadsheet. */
export const loader = onPage(async ({ ctx, pageId, url, timeZone, language }) => {
  const filter = filterOf(chosenIn(url), { timeZone, language });
  return csvAnswer(orSignInAgain(url, await exportAudit(ctx, { pageId, ...filter })).csv);
});
