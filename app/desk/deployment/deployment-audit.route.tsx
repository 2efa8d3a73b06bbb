import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import type { Guard } from "~/http/guard";
import { listDeploymentAudit } from "~/usecases/audit/deployment";
import { chosenIn, filterOf, keep } from "../audit/audit-choice";
import { AuditFilterForm } from "../audit/audit-filter";
import { AuditList } from "../audit/audit-list";
import { onDesk, orThrow } from "../frame/desk";
import { Shell } from "../frame/shell";
import { EmptyState, PageHead } from "../parts/list";
import { Pager } from "../parts/pager";

export const handle = { guard: { kind: "operator" } satisfies Guard };

export const meta: MetaFunction = () => [{ title: "Audit log · Deployment · Upfront" }];

const here = "/manage/deployment/audit";

export const loader = onDesk(async ({ ctx, url }) => {
  const before = url.searchParams.get("before") ?? undefined;
  const chosen = chosenIn(url);
  const listed = orThrow(await listDeploymentAudit(ctx, { before, ...filterOf(chosen, "Etc/UTC") }));
  return { ...listed, chosen, first: before === undefined };
});

/** What concerns no page: sign-ins, accounts, what operators changed, and who was refused. Days are those of UTC. */
export default function DeploymentAudit() {
  const { entries, names, before, first, chosen } = useLoaderData<typeof loader>();
  const kept = keep(chosen);
  const file = `${here}/export?${new URLSearchParams(kept)}`;
  return (
    <Shell>
      <PageHead
        title="Audit log"
        note="Sign-ins, accounts, settings of the deployment, and refused requests. Days are in UTC."
        action={
          <a href={file} download className="inline-flex min-h-11 items-center">
            Export as CSV
          </a>
        }
      />
      <AuditFilterForm chosen={chosen} people={[]} here={here} />
      {entries.length === 0 ? (
        <EmptyState title="No matching entries">
          <p>No entry matches these filters.</p>
        </EmptyState>
      ) : (
        <AuditList entries={entries} names={names} slug={null} />
      )}
      <Pager before={before} first={first} keep={kept} />
    </Shell>
  );
}
