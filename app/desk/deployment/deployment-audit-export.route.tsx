import type { Guard } from "~/http/guard";
import { exportDeploymentAudit } from "~/usecases/audit/deployment";
import { chosenIn, filterOf } from "../audit/audit-choice";
import { csvAnswer } from "../audit/csv-answer";
import { onDesk } from "../frame/desk";
import { orSignInAgain } from "../frame/step-up";

export const handle = { guard: { kind: "operator" } satisfies Guard };

/** What the filter of the deployment's audit log shows, as a file for a spreadsheet. */
export const loader = onDesk(async ({ ctx, url, timeZone, language }) => {
  const { csv } = orSignInAgain(url, await exportDeploymentAudit(ctx, filterOf(chosenIn(url), { timeZone, language })));
  return csvAnswer(csv);
});
