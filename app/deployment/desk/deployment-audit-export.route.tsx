import { exportDeploymentAudit } from "~/audit/deployment";
import { auditChoiceIn, filterOf } from "~/audit/desk/audit-choice";
import { csvAnswer } from "~/audit/desk/csv-answer";
import type { RouteGuard } from "~/http/guard";
import { onDesk } from "~/ui/frame/desk";
import { orSignInAgain } from "~/ui/frame/step-up";

export const handle = { guard: { kind: "operator" } satisfies RouteGuard };

/** Exports the filtered audit log of the deployment as a CSV file. */
export const loader = onDesk(async ({ ctx, url, timeZone, language }) => {
  const { csv } = orSignInAgain(
    url,
    await exportDeploymentAudit(ctx, filterOf(auditChoiceIn(url), { timeZone, language })),
  );
  return csvAnswer(csv);
});
