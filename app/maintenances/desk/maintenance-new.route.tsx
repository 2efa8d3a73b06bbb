import { useLoaderData } from "@remix-run/react";
import type { RouteGuard } from "~/http/guard";
import { proposalField, proposalParameter } from "~/proposals/desk/proposal-deeds";
import { readProposal } from "~/proposals/verbs";
import { formatLocalTime } from "~/time/local-time";
import { type PageDeskRequest, pageDeskHandler } from "~/ui/frame/desk";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { useFormState } from "~/ui/parts/form";
import { PageHead } from "~/ui/parts/list";
import {
  formResultResponse,
  isCheckboxTicked,
  type PostedForm,
  readPostedForm,
  readPostedText,
  unknownFormResponse,
} from "~/ui/parts/posted-form";
import { parsePostedFields } from "~/ui/parts/read-fields";
import { planMaintenance } from "../plan";
import { maintenanceFields } from "../rules/fields";
import { parseRepeat } from "../rules/repeat-fields";
import { MaintenanceForm, newMaintenanceValues } from "./maintenance-form";
import {
  findOverlapWarning,
  handleDatesPreview,
  previewMaintenanceText,
  readMaintenanceFormFacts,
} from "./maintenance-outlook";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { guard: { kind: "member", role: "responder" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "new.title");

/** Returns what a proposal fills the form in with (`?proposal=`); null = none, or it is over. */
async function proposalOf({ ctx, pageId, pageZone, url }: PageDeskRequest) {
  const id = url.searchParams.get(proposalParameter);
  const found = id === null ? null : await readProposal(ctx, { pageId, id });
  if (!found?.ok || found.value.kind !== "maintenance") return null;
  const { startsAt, endsAt, repeat, tellPlanned: _, ...work } = found.value.content;
  const window = { startsAt: formatLocalTime(startsAt, pageZone), endsAt: formatLocalTime(endsAt, pageZone) };
  return { id: found.value.id, repeat, values: { ...work, ...window } };
}

export const loader = pageDeskHandler(async (desk) => ({
  ...(await readMaintenanceFormFacts(desk)),
  proposal: await proposalOf(desk),
}));

async function plan(desk: PageDeskRequest, posted: PostedForm) {
  const values = parsePostedFields(maintenanceFields, posted, { zone: desk.pageZone });
  const { startsAt = 0, endsAt = 0 } = values;
  const warned = await findOverlapWarning(desk, posted, { startsAt, endsAt });
  if (warned) return warned;
  const planned = await planMaintenance(desk.ctx, {
    ...values,
    startsAt,
    endsAt,
    pageId: desk.pageId,
    tellPlanned: isCheckboxTicked(posted.fields, "tellPlanned"),
    repeat: parseRepeat(posted.values),
    proposalId: readPostedText(posted.fields, proposalField),
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

export default function NewMaintenancePage() {
  const { proposal, ...loaded } = useLoaderData<typeof loader>();
  const takenId = useFormState("plan")?.values[proposalField] ?? proposal?.id ?? "";
  return (
    <>
      <PageHead title={useWords().t("new.title")} />
      <MaintenanceForm
        {...loaded}
        form="plan"
        values={{ ...newMaintenanceValues, ...proposal?.values }}
        repeat={proposal?.repeat ?? null}
        hidden={takenId ? { [proposalField]: takenId } : {}}
        planning
        submit="plan"
        primary
      />
    </>
  );
}
