import { Link, useLoaderData } from "@remix-run/react";
import type { RouteGuard } from "~/http/guard";
import { listMembers } from "~/people/memberships/verbs";
import { SavedViewLinks } from "~/saved-views/desk/saved-view-links";
import { listSavedViewLinks } from "~/saved-views/verbs";
import { pageDeskHandler, unwrapAllOrThrow } from "~/ui/frame/desk";
import { useHasRole } from "~/ui/frame/may";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { EmptyState, PageHead } from "~/ui/parts/list";
import { isFilteredView, tableViewUrlQuery } from "~/ui/table/table-view";
import { listAudit } from "../list";
import { auditFilterOf, auditTableViewOf, parseAuditFilter } from "./audit-choice";
import { AuditFilterForm } from "./audit-filter";
import { AuditTable, useAuditColumns } from "./audit-list";
import { AuditPager } from "./audit-pager";
import { formerLeadNames } from "./former-members";
import { kindNamesOfEntries } from "./kind-names";
import { repeatTextsByRule } from "./rule-names";
import { useWords, wordsIn } from "./words/words";

export const handle = { guard: { kind: "member", role: "viewer" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "list.title");

export const loader = pageDeskHandler(async ({ ctx, pageId, slug, url, timeZone, language }) => {
  const before = url.searchParams.get("before") ?? undefined;
  const chosen = parseAuditFilter(url);
  const view = auditTableViewOf(url, chosen);
  const place = { before, oldestFirst: !view.sort.descending };
  const [listed, members, views] = await unwrapAllOrThrow(
    listAudit(ctx, { pageId, ...place, ...auditFilterOf(chosen, { timeZone, language }) }),
    listMembers(ctx, { pageId }),
    listSavedViewLinks(ctx, { pageId, room: "audit" }),
  );
  const people = members.map(({ personId, name }) => ({ id: personId, name }));
  const names = {
    ...listed.names,
    ...formerLeadNames(listed.entries, listed.names, language),
    ...kindNamesOfEntries(listed.entries, language),
    ...repeatTextsByRule(listed.entries, language),
  };
  return { ...listed, names, people, view, views, slug, first: before === undefined };
});

function Nothing() {
  const { t } = useWords();
  const { view, before } = useLoaderData<typeof loader>();
  if (!isFilteredView(view)) return <EmptyState title={t("list.empty")} about={t("list.empty_hint")} />;
  const soFar = view.sort.descending ? t("list.no_match_so_far") : t("list.no_match_in_oldest");
  return (
    <EmptyState title={t("list.no_match")}>
      <p>{before === null ? t("list.no_match_hint") : soFar}</p>
      <Link to="?" className="inline-flex min-h-hit items-center">
        {t("list.see_all")}
      </Link>
    </EmptyState>
  );
}

export default function AuditPage() {
  const { t } = useWords();
  const { entries, names, before, first, people, view, views, slug } = useLoaderData<typeof loader>();
  const columns = useAuditColumns(names, slug);
  const [admin, owner] = [useHasRole("admin"), useHasRole("owner")];
  const hidesNotes = !owner && entries.some(({ subjectKind }) => subjectKind === "incident_note");
  const file = `/manage/${slug}/audit/export${tableViewUrlQuery(view, { sort: "" })}`;
  return (
    <>
      <PageHead
        title={t("list.title")}
        note={t("list.note")}
        action={
          admin ? (
            <a href={file} download className="inline-flex min-h-hit items-center">
              {t("list.export")}
            </a>
          ) : null
        }
      />
      <SavedViewLinks room="audit" slug={slug} view={view} views={views} />
      <AuditFilterForm view={view} people={people} here={`/manage/${slug}/audit`} columns={columns} />
      {hidesNotes ? <p className="text-soft">{t("list.notes_hidden")}</p> : null}
      {entries.length === 0 ? <Nothing /> : <AuditTable entries={entries} columns={columns} view={view} />}
      <AuditPager before={before} first={first} view={view} />
    </>
  );
}
