import type { Result } from "~/failures/failure";
import { refusalTexts } from "~/i18n/refusal-text";
import { readCorrection } from "~/incidents/desk/correction";
import { orThrow, type PageDesk, param, subjectOf } from "~/ui/frame/desk";
import { answerForm, isTicked, type PostedForm, refuseUnknown, showErrors, typedText } from "~/ui/parts/posted-form";
import { readFields } from "~/ui/parts/read-fields";
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
import { laterEnd } from "./later-end";
import { previewText, showDates, warnOfOverlaps } from "./maintenance-outlook";
import { wordsIn } from "./words/words";

const wordsFor = (desk: PageDesk) => wordsIn(desk.language);

const hereOf = (desk: PageDesk) => `/manage/${desk.slug}/maintenances/${param(desk, "id")}`;

const current = async (desk: PageDesk) =>
  orThrow(await readMaintenance(desk.ctx, { pageId: desk.pageId, id: param(desk, "id") })).maintenance;

/** Shows the failure above the form, because a form that is only a button has no field for it. */
function deed(desk: PageDesk, posted: PostedForm, result: Result<unknown>, key: string) {
  if (result.ok || result.failure.name !== "invalid") return answerForm(posted, result, hereOf(desk), key);
  return showErrors(posted, {
    "": wordsIn(posted.language).sentences(Object.values(refusalTexts(result.failure.fields, posted.language))),
  });
}

async function longer(desk: PageDesk, posted: PostedForm) {
  const endsAt = await laterEnd(desk, param(desk, "id"), typedText(posted.fields, "minutes"));
  if (endsAt === null) return showErrors(posted, { "": wordsFor(desk).t("extend.missing") });
  const extended = await extendMaintenance(desk.ctx, {
    ...subjectOf(desk, posted),
    endsAt,
    notify: isTicked(posted.fields, "notify"),
  });
  return deed(desk, posted, extended, "maintenance-extended");
}

async function edit(desk: PageDesk, posted: PostedForm) {
  const values = readFields(maintenanceFields, posted, { zone: desk.pageZone, changes: true });
  const before = await current(desk);
  const { startsAt = before.startsAt, endsAt = before.endsAt } = values;
  const asked = { startsAt, endsAt, exceptId: before.id };
  const warned = endsAt > startsAt ? await warnOfOverlaps(desk, posted, asked) : null;
  if (warned) return warned;
  const notify = isTicked(posted.fields, "notify");
  const saved = await editMaintenance(desk.ctx, { ...subjectOf(desk, posted), ...values, notify });
  return answerForm(posted, saved, hereOf(desk), "maintenance-saved");
}

async function post(desk: PageDesk, posted: PostedForm) {
  const posting = await postMaintenanceUpdate(desk.ctx, {
    ...subjectOf(desk, posted),
    body: typedText(posted.fields, "body"),
    notify: isTicked(posted.fields, "notify"),
  });
  return answerForm(posted, posting, hereOf(desk), "update-posted");
}

async function correct(desk: PageDesk, posted: PostedForm) {
  const correction = readCorrection(desk, posted);
  const saved = await editMaintenanceUpdate(desk.ctx, { ...subjectOf(desk, posted), ...correction });
  return answerForm(posted, saved, hereOf(desk), "update-saved");
}

async function cancel(desk: PageDesk, posted: PostedForm) {
  if (!isTicked(posted.fields, "sure")) return showErrors(posted, { sure: wordsFor(desk).t("cancel.unsure") });
  const notify = isTicked(posted.fields, "notify");
  const cancelled = await cancelMaintenance(desk.ctx, { ...subjectOf(desk, posted), notify });
  return answerForm(posted, cancelled, hereOf(desk), "maintenance-cancelled");
}

const deeds = {
  start: { work: startMaintenance, done: "maintenance-started" },
  verify: { work: verifyMaintenance, done: "maintenance-verifying" },
  complete: { work: completeMaintenance, done: "maintenance-completed" },
} as const;

const isDeed = (intent: string): intent is keyof typeof deeds => Object.hasOwn(deeds, intent);

/** Handles all forms of a maintenance's page, by the button or the name of the form. */
export async function actOnMaintenance(desk: PageDesk, posted: PostedForm) {
  if (isDeed(posted.intent)) {
    const { work, done } = deeds[posted.intent];
    return deed(desk, posted, await work(desk.ctx, subjectOf(desk, posted)), done);
  }
  const forms: Record<string, (desk: PageDesk, posted: PostedForm) => Promise<unknown>> = {
    preview: previewText,
    dates: (...given) => showDates(...given, { exceptId: param(desk, "id") }),
    longer,
    edit,
    update: post,
    "edit-update": correct,
    cancel,
  };
  const found = Object.hasOwn(forms, posted.intent) ? forms[posted.intent] : undefined;
  return found ? found(desk, posted) : refuseUnknown(posted);
}
