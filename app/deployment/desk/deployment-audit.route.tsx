import { useLoaderData } from "@remix-run/react";
import { listDeploymentAudit } from "~/audit/deployment";
import { auditFilterOf, auditTableViewOf, parseAuditFilter } from "~/audit/desk/audit-choice";
import { AuditFilterForm } from "~/audit/desk/audit-filter";
import { AuditTable, useAuditColumns } from "~/audit/desk/audit-list";
import { AuditPager } from "~/audit/desk/audit-pager";
import { kindNamesOfEntries } from "~/audit/desk/kind-names";
import type { RouteGuard } from "~/http/guard";
import { deskHandler, unwrapOrThrow } from "~/ui/frame/desk";
import { ManagementShell } from "~/ui/frame/shell";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { placeTrail } from "~/ui/frame/trail";
import { EmptyState } from "~/ui/parts/list";
import { tableViewUrlQuery } from "~/ui/table/table-view";
import { OperatorDeploymentHead } from "./deployment-head";
import { useWords, wordsIn } from "./words/words";

export const handle = { guard: { kind: "operator" } satisfies RouteGuard, trail: placeTrail };

export const meta = translatedPageTitleMeta(wordsIn, "audit.title");

const here = "/manage/deployment/audit";

export const loader = deskHandler(async ({ ctx, url, timeZone, language }) => {
  const before = url.searchParams.get("before") ?? undefined;
  const chosen = parseAuditFilter(url);
  const view = auditTableViewOf(url, chosen);
  const place = { before, oldestFirst: !view.sort.descending };
  const listed = unwrapOrThrow(
    await listDeploymentAudit(ctx, { ...place, ...auditFilterOf(chosen, { timeZone, language }) }),
  );
  return { ...listed, names: kindNamesOfEntries(listed.entries, language), view, first: before === undefined };
});

/** Shows entries that belong to no page: sign-ins, accounts, operators' changes, and refusals. */
export default function DeploymentAuditPage() {
  const { t } = useWords();
  const { entries, names, before, first, view } = useLoaderData<typeof loader>();
  const columns = useAuditColumns(names, null);
  const file = `${here}/export${tableViewUrlQuery(view, { sort: "" })}`;
  return (
    <ManagementShell>
      <OperatorDeploymentHead
        title={t("audit.heading")}
        note={t("audit.about")}
        action={
          <a href={file} download className="inline-flex min-h-hit items-center">
            {t("audit.export")}
          </a>
        }
      />
      <AuditFilterForm view={view} people={[]} here={here} columns={columns} />
      {entries.length === 0 ? (
        <EmptyState title={t("audit.none")} about={t("audit.none_about")} />
      ) : (
        <AuditTable entries={entries} columns={columns} view={view} />
      )}
      <AuditPager before={before} first={first} view={view} />
    </ManagementShell>
  );
}
