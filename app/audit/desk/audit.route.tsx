import { Link, useLoaderData } from "@remix-run/react";
import type { RouteGuard } from "~/http/guard";
import { listMembers } from "~/people/memberships/verbs";
import { pageDeskHandler, unwrapAllOrThrow } from "~/ui/frame/desk";
import { useHasRole } from "~/ui/frame/may";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { EmptyState, PageHead } from "~/ui/parts/list";
import { Pager } from "~/ui/parts/pager";
import { listAudit } from "../list";
import { auditFilterOf, auditFilterParams, parseAuditFilter } from "./audit-choice";
import { AuditFilterForm } from "./audit-filter";
import { AuditList } from "./audit-list";
import { kindNamesOfEntries } from "./kind-names";
import { repeatTextsByRule } from "./rule-names";
import { useWords, wordsIn } from "./words/words";

export const handle = { guard: { kind: "member", role: "viewer" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "list.title");

export const loader = pageDeskHandler(async ({ ctx, pageId, slug, url, timeZone, language }) => {
  const before = url.searchParams.get("before") ?? undefined;
  const chosen = parseAuditFilter(url);
  const [listed, members] = await unwrapAllOrThrow(
    listAudit(ctx, { pageId, before, ...auditFilterOf(chosen, { timeZone, language }) }),
    listMembers(ctx, { pageId }),
  );
  const people = members.map(({ personId, name }) => ({ id: personId, name }));
  const names = {
    ...listed.names,
    ...kindNamesOfEntries(listed.entries, language),
    ...repeatTextsByRule(listed.entries, language),
  };
  return { ...listed, names, people, chosen, slug, first: before === undefined };
});

function Nothing({ filtered, goesOn }: { filtered: boolean; goesOn: boolean }) {
  const { t } = useWords();
  if (!filtered) {
    return <EmptyState title={t("list.empty")} about={t("list.empty_hint")} />;
  }
  return (
    <EmptyState title={t("list.no_match")}>
      <p>{t(goesOn ? "list.no_match_so_far" : "list.no_match_hint")}</p>
      <Link to="?" className="inline-flex min-h-hit items-center">
        {t("list.see_all")}
      </Link>
    </EmptyState>
  );
}

export default function Audit() {
  const { t } = useWords();
  const { entries, names, before, first, people, chosen, slug } = useLoaderData<typeof loader>();
  const kept = auditFilterParams(chosen);
  const [admin, owner] = [useHasRole("admin"), useHasRole("owner")];
  const hidesNotes = !owner && entries.some(({ subjectKind }) => subjectKind === "incident_note");
  const file = `/manage/${slug}/audit/export?${new URLSearchParams(kept)}`;
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
      <AuditFilterForm chosen={chosen} people={people} here={`/manage/${slug}/audit`} />
      {hidesNotes ? <p className="text-soft">{t("list.notes_hidden")}</p> : null}
      {entries.length === 0 ? (
        <Nothing filtered={Object.keys(kept).length > 0} goesOn={before !== null} />
      ) : (
        <AuditList entries={entries} names={names} slug={slug} />
      )}
      <Pager before={before} first={first} keep={kept} />
    </>
  );
}
