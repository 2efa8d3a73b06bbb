import { useLoaderData } from "@remix-run/react";
import type { Guard } from "~/http/guard";
import { AuditList } from "~/ui/manage/audit-list";
import { EmptyState, PageHead } from "~/ui/manage/list";
import { Pager } from "~/ui/manage/pager";
import { listAudit } from "~/usecases/audit/list";
import { listComponents } from "~/usecases/components/list";
import { onPage, orThrow } from "./desk";
import { titled } from "./title";

export const handle = { guard: { kind: "member", role: "viewer" } satisfies Guard };

export const meta = titled("Audit log");

export const loader = onPage(async ({ ctx, pageId, url }) => {
  const before = url.searchParams.get("before");
  const listed = orThrow(await listAudit(ctx, { pageId, ...(before ? { before } : {}) }));
  const { groups, components } = orThrow(await listComponents(ctx, { pageId }));
  const names = Object.fromEntries([...groups, ...components].map((each) => [each.id, each.name]));
  return { ...listed, names, first: before === null };
});

export default function Audit() {
  const { entries, names, before, first } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Audit log" note="Who changed what, and when. Nothing here can be changed or removed." />
      {entries.length === 0 ? (
        <EmptyState title="Nothing yet">
          <p>Every change that a person, a token or the machine makes is written down here.</p>
        </EmptyState>
      ) : (
        <AuditList entries={entries} names={names} />
      )}
      <Pager before={before} first={first} />
    </>
  );
}
