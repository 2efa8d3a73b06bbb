import { useLoaderData } from "@remix-run/react";
import type { RouteGuard } from "~/http/guard";
import { type PageDeskRequest, pageDeskHandler } from "~/ui/frame/desk";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { PageHead } from "~/ui/parts/list";
import {
  formResultResponse,
  isCheckboxTicked,
  type PostedForm,
  readPostedForm,
  unknownFormResponse,
} from "~/ui/parts/posted-form";
import { parsePostedFields } from "~/ui/parts/read-fields";
import { planMaintenance } from "../plan";
import { maintenanceFields } from "../rules/fields";
import { parseRepeat } from "../rules/repeat-fields";
import { MaintenanceForm, newMaintenanceValues } from "./maintenance-form";
import {
  handleDatesPreview,
  overlapWarning,
  previewMaintenanceText,
  readMaintenanceFormFacts,
} from "./maintenance-outlook";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { guard: { kind: "member", role: "responder" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "new.title");

export const loader = pageDeskHandler(readMaintenanceFormFacts);

async function plan(desk: PageDeskRequest, posted: PostedForm) {
  const values = parsePostedFields(maintenanceFields, posted, { zone: desk.pageZone });
  const { startsAt = 0, endsAt = 0 } = values;
  const warned = await overlapWarning(desk, posted, { startsAt, endsAt });
  if (warned) return warned;
  const planned = await planMaintenance(desk.ctx, {
    ...values,
    startsAt,
    endsAt,
    pageId: desk.pageId,
    tellPlanned: isCheckboxTicked(posted.fields, "tellPlanned"),
    repeat: parseRepeat(posted.values),
    commitId: posted.commitId,
  });
  return formResultResponse(
    posted,
    planned,
    ({ id }) => `/manage/${desk.slug}/maintenances/${id}`,
    "maintenance-scheduled",
  );
}

export const action = pageDeskHandler(async (desk) => {
  const posted = await readPostedForm(desk);
  if (posted.intent === "preview") return previewMaintenanceText(desk, posted);
  if (posted.intent === "dates") return handleDatesPreview(desk, posted);
  return posted.intent === "plan" ? plan(desk, posted) : unknownFormResponse(posted);
});

export default function NewMaintenance() {
  const loaded = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={useWords().t("new.title")} />
      <MaintenanceForm
        {...loaded}
        form="plan"
        values={newMaintenanceValues}
        repeat={null}
        planning
        submit="plan"
        primary
      />
    </>
  );
}
