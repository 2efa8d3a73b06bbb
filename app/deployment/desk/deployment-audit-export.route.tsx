import { exportDeploymentAudit } from "~/audit/deployment";
import { auditFilterOf, parseAuditFilter } from "~/audit/desk/audit-choice";
import { csvResponse } from "~/audit/desk/csv-answer";
import type { RouteGuard } from "~/http/guard";
import { deskHandler } from "~/ui/frame/desk";
import { unwrapFileOrRedirectToSignIn } from "~/ui/frame/step-up";

export const handle = { guard: { kind: "operator" } satisfies RouteGuard };

/** Exports the filtered audit log of the deployment as a CSV file. */
export const loader = deskHandler(async ({ ctx, url, timeZone, language }) => {
  const { csv } = unwrapFileOrRedirectToSignIn(
    url,
    await exportDeploymentAudit(ctx, auditFilterOf(parseAuditFilter(url), { timeZone, language })),
  );
  return csvResponse(csv);
});
