import { data } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { groupedNames, listComponents } from "~/components/list";
import type { RouteGuard } from "~/http/guard";
import { onPage, orThrow, type PageDesk } from "~/ui/frame/desk";
import { translatedPageTitle } from "~/ui/frame/title";
import { PageHead } from "~/ui/parts/list";
import {
  type PostedForm,
  readPostedForm,
  redirectWithNotice,
  refuseUnknown,
  showFailure,
  typedText,
} from "~/ui/parts/posted-form";
import { readFields } from "~/ui/parts/read-fields";
import { backfillIncident } from "../backfill";
import { backfillFields } from "../rules/fields";
import { atItsRow, readUpdates } from "./incident-backfill-fields";
import { IncidentBackfillForm } from "./incident-backfill-form";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { guard: { kind: "member", role: "responder" } satisfies RouteGuard };

export const meta = translatedPageTitle(wordsIn, "backfill.title");

export const loader = onPage(async ({ ctx, pageId, pageZone }) => {
  const listed = orThrow(await listComponents(ctx, { pageId }));
  return { components: groupedNames(listed), zone: pageZone };
});

async function backfill({ ctx, pageId, pageZone, slug }: PageDesk, posted: PostedForm) {
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
  return redirectWithNotice(`/manage/${slug}/incidents/${added.value.id}`, "incident-backfilled");
}

export const action = onPage(async (desk) => {
  const posted = await readPostedForm(desk);
  if (posted.intent === "backfill") return backfill(desk, posted);
  if (posted.intent !== "more") return refuseUnknown(posted);
  const rows = String((Number(typedText(posted.fields, "rows")) || 2) + 1);
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
