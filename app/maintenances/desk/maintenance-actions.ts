import type { Result } from "~/failures/failure";
import { refusalTexts } from "~/i18n/refusal-text";
import { readUpdateCorrection } from "~/incidents/desk/correction";
import { formSubjectOf, type PageDeskRequest, routeParam, unwrapOrThrow } from "~/ui/frame/desk";
import {
  formErrorsResponse,
  formResultResponse,
  isCheckboxTicked,
  type PostedForm,
  readPostedText,
  unknownFormResponse,
} from "~/ui/parts/posted-form";
import { parsePostedFields } from "~/ui/parts/read-fields";
import { editMaintenance } from "../edit";
import { maintenanceFields } from "../rules/fields";
import { editMaintenanceUpdate, postMaintenanceUpdate } from "../updates";
import {
  cancelMaintenance,
  completeMaintenance,
  extendMaintenance,
  readMaintenance,
  startMaintenance,
  verifyMaintenance,
} from "../verbs";
import { readExtendedEnd } from "./later-end";
import { findOverlapWarning, handleDatesPreview, previewMaintenanceText } from "./maintenance-outlook";
import { wordsIn } from "./words/words";

const wordsFor = (desk: PageDeskRequest) => wordsIn(desk.language);

const hereOf = (desk: PageDeskRequest) => `/manage/${desk.slug}/maintenances/${routeParam(desk, "id")}`;

const current = async (desk: PageDeskRequest) =>
  unwrapOrThrow(await readMaintenance(desk.ctx, { pageId: desk.pageId, id: routeParam(desk, "id") })).maintenance;

/** Shows the failure above the form, because a form that is only a button has no field for it. */
function deed(desk: PageDeskRequest, posted: PostedForm, result: Result<unknown>, key: string) {
  if (result.ok || result.failure.name !== "invalid") return formResultResponse(posted, result, hereOf(desk), key);
  return formErrorsResponse(posted, {
    "": wordsIn(posted.language).sentences(Object.values(refusalTexts(result.failure.fields, posted.language))),
  });
}

async function longer(desk: PageDeskRequest, posted: PostedForm) {
  const endsAt = await readExtendedEnd(desk, routeParam(desk, "id"), readPostedText(posted.fields, "minutes"));
  if (endsAt === null) return formErrorsResponse(posted, { "": wordsFor(desk).t("extend.missing") });
  const extended = await extendMaintenance(desk.ctx, {
    ...formSubjectOf(desk, posted),
    endsAt,
    notify: isCheckboxTicked(posted.fields, "notify"),
  });
  return deed(desk, posted, extended, "maintenance-extended");
}

async function edit(desk: PageDeskRequest, posted: PostedForm) {
  const values = parsePostedFields(maintenanceFields, posted, { zone: desk.pageZone, changes: true });
  const before = await current(desk);
  const { startsAt = before.startsAt, endsAt = before.endsAt } = values;
  const asked = { startsAt, endsAt, exceptId: before.id };
  const warned = endsAt > startsAt ? await findOverlapWarning(desk, posted, asked) : null;
  if (warned) return warned;
  const notify = isCheckboxTicked(posted.fields, "notify");
  const saved = await editMaintenance(desk.ctx, { ...formSubjectOf(desk, posted), ...values, notify });
  return formResultResponse(posted, saved, hereOf(desk), "maintenance-saved");
}

async function post(desk: PageDeskRequest, posted: PostedForm) {
  const posting = await postMaintenanceUpdate(desk.ctx, {
    ...formSubjectOf(desk, posted),
    body: readPostedText(posted.fields, "body"),
    notify: isCheckboxTicked(posted.fields, "notify"),
  });
  return formResultResponse(posted, posting, hereOf(desk), "update-posted");
}

async function correct(desk: PageDeskRequest, posted: PostedForm) {
  const correction = readUpdateCorrection(desk, posted);
  const saved = await editMaintenanceUpdate(desk.ctx, { ...formSubjectOf(desk, posted), ...correction });
  return formResultResponse(posted, saved, hereOf(desk), "update-saved");
}

async function cancel(desk: PageDeskRequest, posted: PostedForm) {
  if (!isCheckboxTicked(posted.fields, "sure"))
    return formErrorsResponse(posted, { sure: wordsFor(desk).t("cancel.unsure") });
  const notify = isCheckboxTicked(posted.fields, "notify");
  const cancelled = await cancelMaintenance(desk.ctx, { ...formSubjectOf(desk, posted), notify });
  return formResultResponse(posted, cancelled, hereOf(desk), "maintenance-cancelled");
}

const deeds = {
  start: { work: startMaintenance, done: "maintenance-started" },
  verify: { work: verifyMaintenance, done: "maintenance-verifying" },
  complete: { work: completeMaintenance, done: "maintenance-completed" },
} as const;

const isDeed = (intent: string): intent is keyof typeof deeds => Object.hasOwn(deeds, intent);

/** Handles all forms of a maintenance's page, by the button or the name of the form. */
export async function handleMaintenancePost(desk: PageDeskRequest, posted: PostedForm) {
  if (isDeed(posted.intent)) {
    const { work, done } = deeds[posted.intent];
    return deed(desk, posted, await work(desk.ctx, formSubjectOf(desk, posted)), done);
  }
  const forms: Record<string, (desk: PageDeskRequest, posted: PostedForm) => Promise<unknown>> = {
    preview: previewMaintenanceText,
    dates: (...given) => handleDatesPreview(...given, { exceptId: routeParam(desk, "id") }),
    longer,
    edit,
    update: post,
    "edit-update": correct,
    cancel,
  };
  const found = Object.hasOwn(forms, posted.intent) ? forms[posted.intent] : undefined;
  return found ? found(desk, posted) : unknownFormResponse(posted);
}
