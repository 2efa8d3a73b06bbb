import { Link, useLoaderData } from "@remix-run/react";
import type { Guard } from "~/http/guard";
import { dayStart, nextDayStart } from "~/rules/basics/day";
import { listAudit } from "~/usecases/audit/list";
import { listMembers } from "~/usecases/memberships/list";
import { onPage, orThrow } from "../frame/desk";
import { titledBy } from "../frame/title";
import { EmptyState, PageHead } from "../parts/list";
import { Pager } from "../parts/pager";
import { type AuditChoice, AuditFilterForm } from "./audit-filter";
import { AuditList } from "./audit-list";
import { useWords, wordsIn } from "./words";

export const handle = { guard: { kind: "member", role: "viewer" } satisfies Guard };

export const meta = titledBy(wordsIn, "list.title");

const kinds = ["token", "machine", "visitor"];

const dayIn = (text: string): string => (/^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : "");

function chosenIn(url: URL): AuditChoice {
  const said = (name: string) => url.searchParams.get(name) ?? "";
  return {
    who: said("who").slice(0, 64),
    kind: said("kind").slice(0, 40),
    from: dayIn(said("from")),
    to: dayIn(said("to")),
  };
}

/** The filter as the use case takes it; days are those of the page's zone. */
function filterOf({ who, kind, from, to }: AuditChoice, zone: string) {
  return {
    ...(kinds.includes(who) ? { actorKind: who } : who ? { actorId: who } : {}),
    ...(kind ? { subjectKind: kind } : {}),
    ...(from ? { from: dayStart(zone, from) } : {}),
    ...(to ? { to: nextDayStart(zone, dayStart(zone, to)) } : {}),
  };
}

export const loader = onPage(async ({ ctx, pageId, slug, url, pageZone }) => {
  const before = url.searchParams.get("before") ?? undefined;
  const chosen = chosenIn(url);
  const listed = orThrow(await listAudit(ctx, { pageId, before, ...filterOf(chosen, pageZone) }));
  const people = orThrow(await listMembers(ctx, { pageId })).map(({ personId, name }) => ({ id: personId, name }));
  return { ...listed, people, chosen, slug, first: before === undefined };
});

const keep = (chosen: AuditChoice): Record<string, string> =>
  Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== ""));

function Nothing({ filtered, goesOn }: { filtered: boolean; goesOn: boolean }) {
  const { t } = useWords();
  if (!filtered) {
    return <EmptyState title={t("list.empty")} about={t("list.empty_hint")} />;
  }
  return (
    <EmptyState title={t("list.no_match")}>
      <p>{t(goesOn ? "list.no_match_so_far" : "list.no_match_hint")}</p>
      <Link to="?" className="inline-flex min-h-11 items-center">
        {t("list.see_all")}
      </Link>
    </EmptyState>
  );
}

export default function Audit() {
  const { t } = useWords();
  const { entries, names, before, first, people, chosen, slug } = useLoaderData<typeof loader>();
  const kept = keep(chosen);
  return (
    <>
      <PageHead title={t("list.title")} note={t("list.note")} />
      <AuditFilterForm chosen={chosen} people={people} here={`/manage/${slug}/audit`} />
      {entries.length === 0 ? (
        <Nothing filtered={Object.keys(kept).length > 0} goesOn={before !== null} />
      ) : (
        <AuditList entries={entries} names={names} slug={slug} />
      )}
      <Pager before={before} first={first} keep={kept} />
    </>
  );
}
