import { useLoaderData } from "@remix-run/react";
import type { Guard } from "~/http/guard";
import { maintenanceFields } from "~/rules/maintenances/fields";
import { repeatIn } from "~/rules/maintenances/repeat-fields";
import { planMaintenance } from "~/usecases/maintenances/plan";
import { onPage, type PageDesk } from "../frame/desk";
import { titledBy } from "../frame/title";
import { PageHead } from "../parts/list";
import { answer, type Posted, readPosted, ticked } from "../parts/posted";
import { readFields } from "../parts/read-fields";
import { MaintenanceForm, newMaintenance } from "./maintenance-form";
import { formFacts, previewText, showDates, warnOfOverlaps } from "./maintenance-outlook";
import { useWords, wordsIn } from "./words";

export { clientAction } from "../frame/client-action";

export const handle = { guard: { kind: "member", role: "responder" } satisfies Guard };

export const meta = titledBy(wordsIn, "new.title");

export const loader = onPage(formFacts);

async function plan(desk: PageDesk, posted: Posted) {
  const values = readFields(maintenanceFields, posted, { zone: desk.pageZone });
  const { startsAt = 0, endsAt = 0 } = values;
  const warned = await warnOfOverlaps(desk, posted, { startsAt, endsAt });
  if (warned) return warned;
  const planned = await planMaintenance(desk.ctx, {
    ...values,
    startsAt,
    endsAt,
    pageId: desk.pageId,
    tellPlanned: ticked(posted.fields, "tellPlanned"),
    repeat: repeatIn(posted.values),
    commitId: posted.commitId,
  });
  return answer(posted, planned, ({ id }) => `/manage/${desk.slug}/maintenances/${id}`, "maintenance-scheduled");
}

export const action = onPage(async (desk) => {
  const posted = await readPosted(desk);
  if (posted.intent === "preview") return previewText(desk, posted);
  return posted.intent === "dates" ? showDates(desk, posted) : plan(desk, posted);
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
