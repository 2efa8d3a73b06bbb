import { data } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { groupedComponentNames, listComponents } from "~/components/list";
import type { RouteGuard } from "~/http/guard";
import { type PageDeskRequest, pageDeskHandler, unwrapOrThrow } from "~/ui/frame/desk";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { PageHead } from "~/ui/parts/list";
import {
  formFailureResponse,
  type PostedForm,
  readPostedForm,
  readPostedText,
  redirectWithNotice,
  unknownFormResponse,
} from "~/ui/parts/posted-form";
import { parsePostedFields } from "~/ui/parts/read-fields";
import { backfillIncident } from "../backfill";
import { incidentBackfillFields } from "../rules/fields";
import { failureAtFormRow, readBackfillUpdates } from "./incident-backfill-fields";
import { IncidentBackfillForm } from "./incident-backfill-form";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { guard: { kind: "member", role: "responder" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "backfill.title");

export const loader = pageDeskHandler(async ({ ctx, pageId, pageZone }) => {
  const listed = unwrapOrThrow(await listComponents(ctx, { pageId }));
  return { components: groupedComponentNames(listed), zone: pageZone };
});

async function backfill({ ctx, pageId, pageZone, slug }: PageDeskRequest, posted: PostedForm) {
  const updates = readBackfillUpdates(posted, pageZone);
  const values = parsePostedFields(incidentBackfillFields, posted, { zone: pageZone });
  const { startedAt = 0, endsAt = 0 } = values;
  const added = await backfillIncident(ctx, {
    ...values,
    pageId,
    startedAt,
    endsAt,
    updates: updates.map(({ row: _, ...update }) => update),
    commitId: posted.commitId,
  });
  if (!added.ok) return formFailureResponse(posted, failureAtFormRow(added.failure, updates));
  return redirectWithNotice(`/manage/${slug}/incidents/${added.value.id}`, "incident-backfilled");
}

export const action = pageDeskHandler(async (desk) => {
  const posted = await readPostedForm(desk);
  if (posted.intent === "backfill") return backfill(desk, posted);
  if (posted.intent !== "more") return unknownFormResponse(posted);
  const rows = String((Number(readPostedText(posted.fields, "rows")) || 2) + 1);
  return data({ form: posted.form, values: { ...posted.values, rows }, errors: {} });
});

export default function IncidentBackfillPage() {
  const loaded = useLoaderData<typeof loader>();
  const { t } = useWords();
  return (
    <>
      <PageHead title={t("backfill.title")} note={t("backfill.about")} />
      <IncidentBackfillForm {...loaded} />
    </>
  );
}
