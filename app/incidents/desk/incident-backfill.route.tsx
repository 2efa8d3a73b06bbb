import { data } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { listComponents, namedInGroups } from "~/components/list";
import type { Guard } from "~/http/guard";
import { onPage, orThrow, type PageDesk } from "~/ui/frame/desk";
import { titledBy } from "~/ui/frame/title";
import { PageHead } from "~/ui/parts/list";
import { done, type Posted, readPosted, refuseUnknown, showFailure, typed } from "~/ui/parts/posted";
import { readFields } from "~/ui/parts/read-fields";
import { backfillIncident } from "../backfill";
import { backfillFields } from "../rules/fields";
import { atItsRow, readUpdates } from "./incident-backfill-fields";
import { IncidentBackfillForm } from "./incident-backfill-form";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { guard: { kind: "member", role: "responder" } satisfies Guard };

export const meta = titledBy(wordsIn, "backfill.title");

export const loader = onPage(async ({ ctx, pageId, pageZone }) => {
  const listed = orThrow(await listComponents(ctx, { pageId }));
  return { components: namedInGroups(listed), zone: pageZone };
});

async function backfill({ ctx, pageId, pageZone, slug }: PageDesk, posted: Posted) {
  const updates = readUpdates(posted, pageZone);
  const values = readFields(backfillFields, posted, { zone: pageZone });
  const { startedAt = 0, endsAt = 0 } = values;
  const added = await backfillIncident(ctx, {
    ...values,
    pageId,
    startedAt,
    endsAt,
    updates: updates.map(({ row: _, ...update }) => update),
    commitId: posted.commitId,
  });
  if (!added.ok) return showFailure(posted, atItsRow(added.failure, updates));
  return done(`/manage/${slug}/incidents/${added.value.id}`, "incident-backfilled");
}

export const action = onPage(async (desk) => {
  const posted = await readPosted(desk);
  if (posted.intent === "backfill") return backfill(desk, posted);
  if (posted.intent !== "more") return refuseUnknown(posted);
  const rows = String((Number(typed(posted.fields, "rows")) || 2) + 1);
  return data({ form: posted.form, values: { ...posted.values, rows }, errors: {} });
});

export default function Backfill() {
  const loaded = useLoaderData<typeof loader>();
  const { t } = useWords();
  return (
    <>
      <PageHead title={t("backfill.title")} note={t("backfill.about")} />
      <IncidentBackfillForm {...loaded} />
    </>
  );
}
