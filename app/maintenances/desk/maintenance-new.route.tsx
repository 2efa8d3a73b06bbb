import { useLoaderData } from "@remix-run/react";
import type { RouteGuard } from "~/http/guard";
import { onPage, type PageDesk } from "~/ui/frame/desk";
import { translatedPageTitle } from "~/ui/frame/title";
import { PageHead } from "~/ui/parts/list";
import { answerForm, isTicked, type PostedForm, readPostedForm, refuseUnknown } from "~/ui/parts/posted-form";
import { readFields } from "~/ui/parts/read-fields";
import { planMaintenance } from "../plan";
import { maintenanceFields } from "../rules/fields";
import { repeatIn } from "../rules/repeat-fields";
import { MaintenanceForm, newMaintenance } from "./maintenance-form";
import { formFacts, previewText, showDates, warnOfOverlaps } from "./maintenance-outlook";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { guard: { kind: "member", role: "responder" } satisfies RouteGuard };

export const meta = translatedPageTitle(wordsIn, "new.title");

export const loader = onPage(formFacts);

async function plan(desk: PageDesk, posted: PostedForm) {
  const values = readFields(maintenanceFields, posted, { zone: desk.pageZone });
  const { startsAt = 0, endsAt = 0 } = values;
  const warned = await warnOfOverlaps(desk, posted, { startsAt, endsAt });
  if (warned) return warned;
  const planned = await planMaintenance(desk.ctx, {
    ...values,
    startsAt,
    endsAt,
    pageId: desk.pageId,
    tellPlanned: isTicked(posted.fields, "tellPlanned"),
    repeat: repeatIn(posted.values),
    commitId: posted.commitId,
  });
  return answerForm(posted, planned, ({ id }) => `/manage/${desk.slug}/maintenances/${id}`, "maintenance-scheduled");
}

export const action = onPage(async (desk) => {
  const posted = await readPostedForm(desk);
  if (posted.intent === "preview") return previewText(desk, posted);
  if (posted.intent === "dates") return showDates(desk, posted);
  return posted.intent === "plan" ? plan(desk, posted) : refuseUnknown(posted);
});

export default function NewMaintenance() {
  const loaded = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={useWords().t("new.title")} />
      <MaintenanceForm {...loaded} form="plan" values={newMaintenance} repeat={null} planning submit="plan" primary />
    </>
  );
}
