import { useLoaderData } from "@remix-run/react";
import { listDeploymentAudit } from "~/audit/deployment";
import { auditFilterOf, auditFilterParams, parseAuditFilter } from "~/audit/desk/audit-choice";
import { AuditFilterForm } from "~/audit/desk/audit-filter";
import { AuditList } from "~/audit/desk/audit-list";
import { kindNamesOfEntries } from "~/audit/desk/kind-names";
import type { RouteGuard } from "~/http/guard";
import { deskHandler, unwrapOrThrow } from "~/ui/frame/desk";
import { ManagementShell } from "~/ui/frame/shell";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { EmptyState, PageHead } from "~/ui/parts/list";
import { Pager } from "~/ui/parts/pager";
import { useWords, wordsIn } from "./words/words";

export const handle = { guard: { kind: "operator" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "audit.title");

const here = "/manage/deployment/audit";

export const loader = deskHandler(async ({ ctx, url, timeZone, language }) => {
  const before = url.searchParams.get("before") ?? undefined;
  const chosen = parseAuditFilter(url);
  const listed = unwrapOrThrow(
    await listDeploymentAudit(ctx, { before, ...auditFilterOf(chosen, { timeZone, language }) }),
  );
  return { ...listed, names: kindNamesOfEntries(listed.entries, language), chosen, first: before === undefined };
});

/** Shows entries that belong to no page: sign-ins, accounts, operators' changes, and refusals. */
export default function DeploymentAudit() {
  const { t } = useWords();
  const { entries, names, before, first, chosen } = useLoaderData<typeof loader>();
  const kept = auditFilterParams(chosen);
  const file = `${here}/export?${new URLSearchParams(kept)}`;
  return (
    <ManagementShell>
      <PageHead
        title={t("audit.heading")}
        note={t("audit.about")}
        action={
          <a href={file} download className="inline-flex min-h-hit items-center">
            {t("audit.export")}
          </a>
        }
      />
      <AuditFilterForm chosen={chosen} people={[]} here={here} />
      {entries.length === 0 ? (
        <EmptyState title={t("audit.none")} about={t("audit.none_about")} />
      ) : (
        <AuditList entries={entries} names={names} slug={null} />
      )}
      <Pager before={before} first={first} keep={kept} />
    </ManagementShell>
  );
}
