import { data } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import type { Guard } from "~/http/guard";
import { listComponents } from "~/usecases/components/list";
import { backfillIncident } from "~/usecases/incidents/backfill";
import { onPage, orThrow, type PageDesk } from "../frame/desk";
import { titled } from "../frame/title";
import { PageHead } from "../parts/list";
import { done, type Posted, readPosted, readTime, refuse, refuseFields, statusesOf, typed } from "../parts/posted";
import { atItsRow, readUpdates } from "./incident-backfill-fields";
import { IncidentBackfillForm } from "./incident-backfill-form";

export { clientAction } from "../frame/client-action";

export const handle = { guard: { kind: "member", role: "responder" } satisfies Guard };

export const meta = titled("Add a past incident");

export const loader = onPage(async ({ ctx, pageId, pageZone }) => {
  const { components } = orThrow(await listComponents(ctx, { pageId }));
  return { components: components.map(({ id, name }) => ({ id, name })), zone: pageZone };
});

/** One of the two ends of it; it cannot be left out. */
function readEnd(posted: Posted, name: string, zone: string, errors: Record<string, string>): number {
  const read = readTime(posted.fields, name, zone);
  if (read.ok && read.at !== null) return read.at;
  errors[name] = read.ok ? "Give a date and a time." : read.message;
  return 0;
}

async function backfill({ ctx, pageId, pageZone, slug }: PageDesk, posted: Posted) {
  const { fields } = posted;
  const { updates, errors } = readUpdates(fields, pageZone);
  const startedAt = readEnd(posted, "startedAt", pageZone, errors);
  const endsAt = readEnd(posted, "endsAt", pageZone, errors);
  if (Object.keys(errors).length > 0) return refuseFields(posted, errors);
  const added = await backfillIncident(ctx, {
    pageId,
    title: typed(fields, "title"),
    impactOverride: typed(fields, "impactOverride") || null,
    components: statusesOf(fields),
    startedAt,
    endsAt,
    updates: updates.map(({ row: _, ...update }) => update),
    resolution: typed(fields, "resolution"),
    commitId: posted.commitId,
  });
  if (!added.ok) return refuse(posted, atItsRow(added.failure, updates));
  return done(`/manage/${slug}/incidents/${added.value.id}`, "incident-backfilled");
}

export const action = onPage(async (desk) => {
  const posted = await readPosted(desk);
  if (posted.intent !== "more") return backfill(desk, posted);
  const rows = String((Number(typed(posted.fields, "rows")) || 2) + 1);
  return data({ form: posted.form, values: { ...posted.values, rows }, errors: {} });
});

export default function Backfill() {
  const loaded = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Add a past incident" note="For the history: nobody is told, and no mail is sent." />
      <IncidentBackfillForm {...loaded} />
    </>
  );
}
