import { Link, useLoaderData } from "@remix-run/react";
import type { Guard } from "~/http/guard";
import { listAudit } from "~/usecases/audit/list";
import { listMembers } from "~/usecases/memberships/list";
import { onPage, orThrow } from "../frame/desk";
import { titled } from "../frame/title";
import { EmptyState, PageHead } from "../parts/list";
import { Pager } from "../parts/pager";
import { chosenIn, filterOf, keep } from "./audit-choice";
import { AuditFilterForm } from "./audit-filter";
import { AuditList } from "./audit-list";

export const handle = { guard: { kind: "member", role: "viewer" } satisfies Guard };

export const meta = titled("Audit log");

export const loader = onPage(async ({ ctx, pageId, slug, url, pageZone }) => {
  const before = url.searchParams.get("before") ?? undefined;
  const chosen = chosenIn(url);
  const listed = orThrow(await listAudit(ctx, { pageId, before, ...filterOf(chosen, pageZone) }));
  const people = orThrow(await listMembers(ctx, { pageId })).map(({ personId, name }) => ({ id: personId, name }));
  return { ...listed, people, chosen, slug, first: before === undefined };
});

function Nothing({ filtered, goesOn }: { filtered: boolean; goesOn: boolean }) {
  if (!filtered) {
    return (
      <EmptyState title="Nothing yet">
        <p>Every change made by a person, an API token or Upfront is recorded here.</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No matching entries">
      <p>{goesOn ? "None in the latest 1,000 entries; there may be older ones." : "No entry matches these filters."}</p>
      <Link to="?" className="inline-flex min-h-11 items-center">
        See all entries
      </Link>
    </EmptyState>
  );
}

export default function Audit() {
  const { entries, names, before, first, people, chosen, slug } = useLoaderData<typeof loader>();
  const kept = keep(chosen);
  return (
    <>
      <PageHead title="Audit log" note="Who changed what, and when. Nothing here can be changed or removed." />
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
