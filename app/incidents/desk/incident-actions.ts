import type { Result } from "~/failures/failure";
import { valuesIn } from "~/fields/fields";
import { fillFromTemplate } from "~/templates/desk/template-use";
import { type PageDesk, param, subjectOf } from "~/ui/frame/desk";
import {
  answerForm,
  isTicked,
  type PostedForm,
  refuseUnknown,
  showErrors,
  showFailure,
  showPreview,
  timeIn,
  typedText,
} from "~/ui/parts/posted-form";
import { editIncident } from "../edit";
import { editDraft } from "../edit-draft";
import { editUpdate } from "../edit-update";
import { postUpdate } from "../post-update";
import { previewBody } from "../preview";
import { draftFields, incidentFields, updateFields } from "../rules/fields";
import { dismissIncident, publishIncident, withdrawIncident } from "../verbs";
import { readCorrection } from "./correction";
import { actOnNotes } from "./note-actions";
import { shownComponentsIn } from "./shown-components";
import { wordsIn } from "./words/words";

const hereOf = (desk: PageDesk) => `/manage/${desk.slug}/incidents/${param(desk, "id")}`;

/** Returns the impact; a form that does not ask for it leaves it as it is. */
const impactIn = ({ values }: PostedForm) =>
  "impactOverride" in values ? { impactOverride: valuesIn(incidentFields, values).impactOverride } : {};

async function post(desk: PageDesk, posted: PostedForm) {
  const shownAt = timeIn(posted, "shownAt", desk.pageZone);
  const { components, ...said } = valuesIn(updateFields, posted.values);
  const update = await postUpdate(desk.ctx, {
    ...subjectOf(desk, posted),
    ...said,
    ...(posted.intent === "update" ? { components, ...shownComponentsIn(posted.values) } : {}),
    ...impactIn(posted),
    notify: isTicked(posted.fields, "notify"),
    ...(shownAt === null ? {} : { shownAt }),
  });
  const resolves = said.status === "resolved" && posted.intent !== "word";
  const ended = typedText(posted.fields, "announced") ? "announcement-completed" : "incident-resolved";
  return answerForm(posted, update, hereOf(desk), resolves ? ended : "update-posted");
}

async function correct(desk: PageDesk, posted: PostedForm) {
  const correction = readCorrection(desk, posted);
  const subject = subjectOf(desk, posted);
  return answerForm(posted, await editUpdate(desk.ctx, { ...subject, ...correction }), hereOf(desk), "update-saved");
}

async function edit(desk: PageDesk, posted: PostedForm) {
  const saved = await editIncident(desk.ctx, {
    ...subjectOf(desk, posted),
    ...valuesIn(incidentFields, posted.values),
    ...shownComponentsIn(posted.values),
  });
  return answerForm(posted, saved, hereOf(desk), "incident-saved");
}

async function withdraw(desk: PageDesk, posted: PostedForm) {
  const { t } = wordsIn(desk.language);
  if (!isTicked(posted.fields, "sure")) return showErrors(posted, { sure: t("withdraw.unsure") });
  const withdrawn = await withdrawIncident(desk.ctx, subjectOf(desk, posted));
  return answerForm(posted, withdrawn, `/manage/${desk.slug}/incidents`, "incident-withdrawn");
}

async function preview(desk: PageDesk, posted: PostedForm) {
  const made = await previewBody(desk.ctx, { pageId: desk.pageId, body: typedText(posted.fields, "body") });
  return made.ok ? showPreview(posted, made.value.html) : showFailure(posted, made.failure);
}

/** Returns the values of a draft's form; the button alone sends none. */
const saidIn = ({ form, values }: PostedForm) =>
  form === "draft" ? { ...valuesIn(draftFields, values), ...shownComponentsIn(values) } : {};

/**
 * Answers a draft's form. A draft that was published meanwhile has no form any more: its text comes back in the form of
 * an update.
 */
function answerDraft<T>(desk: PageDesk, posted: PostedForm, result: Result<T>, key: string) {
  const isLate = !result.ok && result.failure.name === "conflict" && result.failure.code === "not_possible_now";
  if (!isLate || posted.form !== "draft") return answerForm(posted, result, hereOf(desk), key);
  return showErrors({ ...posted, form: "update" }, { "": wordsIn(desk.language).t("draft.published_meanwhile") });
}

/** Publishes a draft; a form without the choice notifies, as its button says. */
async function publish(desk: PageDesk, posted: PostedForm) {
  const notify = typedText(posted.fields, "chooses") !== "notify" || isTicked(posted.fields, "notify");
  const published = await publishIncident(desk.ctx, { ...subjectOf(desk, posted), ...saidIn(posted), notify });
  return answerDraft(desk, posted, published, "incident-published");
}

/** Handles every post of an incident's page, by the button or the name of the form. */
export async function actOnIncident(desk: PageDesk, posted: PostedForm) {
  const subject = subjectOf(desk, posted);
  const noted = await actOnNotes(desk, posted, hereOf(desk));
  if (noted) return noted;
  switch (posted.intent) {
    case "preview":
      return preview(desk, posted);
    case "update":
    case "resolve":
    case "word":
      return post(desk, posted);
    case "edit-update":
      return correct(desk, posted);
    case "edit":
      return edit(desk, posted);
    case "withdraw":
      return withdraw(desk, posted);
    case "publish":
      return publish(desk, posted);
    case "template":
      return fillFromTemplate(desk, posted);
    case "draft":
    case "save-draft":
      return answerDraft(desk, posted, await editDraft(desk.ctx, { ...subject, ...saidIn(posted) }), "draft-saved");
    case "dismiss":
      return answerForm(posted, await dismissIncident(desk.ctx, subject), hereOf(desk), "incident-dismissed");
    default:
      return refuseUnknown(posted);
  }
}
