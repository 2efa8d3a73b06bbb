import type { Result } from "~/failures/failure";
import { parseFieldValues } from "~/fields/fields";
import { proposalField } from "~/proposals/desk/proposal-deeds";
import { fillFormFromTemplate } from "~/templates/desk/template-use";
import { formSubjectOf, type PageDeskRequest, routeParam } from "~/ui/frame/desk";
import {
  formErrorsResponse,
  formFailureResponse,
  formPreviewResponse,
  formResultResponse,
  isCheckboxTicked,
  type PostedForm,
  readPostedText,
  readPostedTime,
  unknownFormResponse,
} from "~/ui/parts/posted-form";
import { editIncident } from "../edit";
import { editIncidentDraft } from "../edit-draft";
import { editIncidentUpdate } from "../edit-update";
import { postIncidentUpdate } from "../post-update";
import { previewMarkdown } from "../preview";
import { incidentDraftFields, incidentFields, incidentUpdateFields } from "../rules/fields";
import { dismissIncident, publishIncident, withdrawIncident } from "../verbs";
import { readUpdateCorrection } from "./correction";
import { handleLeadPost } from "./lead-actions";
import { handleNotePost } from "./note-actions";
import { parseShownComponents } from "./shown-components";
import { wordsIn } from "./words/words";

const hereOf = (desk: PageDeskRequest) => `/manage/${desk.slug}/incidents/${routeParam(desk, "id")}`;

/** Returns the impact; a form that does not ask for it leaves it as it is. */
const impactIn = ({ values }: PostedForm) =>
  "impactOverride" in values ? { impactOverride: parseFieldValues(incidentFields, values).impactOverride } : {};

async function post(desk: PageDeskRequest, posted: PostedForm) {
  const shownAt = readPostedTime(posted, "shownAt", desk.pageZone);
  const { components, ...said } = parseFieldValues(incidentUpdateFields, posted.values);
  const update = await postIncidentUpdate(desk.ctx, {
    ...formSubjectOf(desk, posted),
    ...said,
    ...(posted.intent === "update" ? { components, ...parseShownComponents(posted.values) } : {}),
    ...impactIn(posted),
    proposalId: readPostedText(posted.fields, proposalField),
    notify: isCheckboxTicked(posted.fields, "notify"),
    ...(shownAt === null ? {} : { shownAt }),
  });
  const resolves = said.status === "resolved" && posted.intent !== "word";
  const ended = readPostedText(posted.fields, "announced") ? "announcement-completed" : "incident-resolved";
  return formResultResponse(posted, update, hereOf(desk), resolves ? ended : "update-posted");
}

async function correct(desk: PageDeskRequest, posted: PostedForm) {
  const correction = readUpdateCorrection(desk, posted);
  const subject = formSubjectOf(desk, posted);
  return formResultResponse(
    posted,
    await editIncidentUpdate(desk.ctx, { ...subject, ...correction }),
    hereOf(desk),
    "update-saved",
  );
}

async function edit(desk: PageDeskRequest, posted: PostedForm) {
  const saved = await editIncident(desk.ctx, {
    ...formSubjectOf(desk, posted),
    ...parseFieldValues(incidentFields, posted.values),
    ...parseShownComponents(posted.values),
  });
  return formResultResponse(posted, saved, hereOf(desk), "incident-saved");
}

async function withdraw(desk: PageDeskRequest, posted: PostedForm) {
  const { t } = wordsIn(desk.language);
  if (!isCheckboxTicked(posted.fields, "sure")) return formErrorsResponse(posted, { sure: t("withdraw.unsure") });
  const withdrawn = await withdrawIncident(desk.ctx, formSubjectOf(desk, posted));
  return formResultResponse(posted, withdrawn, `/manage/${desk.slug}/incidents`, "incident-withdrawn");
}

async function preview(desk: PageDeskRequest, posted: PostedForm) {
  const made = await previewMarkdown(desk.ctx, { pageId: desk.pageId, body: readPostedText(posted.fields, "body") });
  return made.ok ? formPreviewResponse(posted, made.value.html) : formFailureResponse(posted, made.failure);
}

/** Returns the values of a draft's form; the button alone sends none. */
const saidIn = ({ form, values }: PostedForm) =>
  form === "draft" ? { ...parseFieldValues(incidentDraftFields, values), ...parseShownComponents(values) } : {};

/**
 * Responds to a draft's form. If the draft has been published since, there is no such form any more, and its text is
 * shown in the form of an update.
 */
function answerDraft<T>(desk: PageDeskRequest, posted: PostedForm, result: Result<T>, key: string) {
  const isLate = !result.ok && result.failure.name === "conflict" && result.failure.code === "not_possible_now";
  if (!isLate || posted.form !== "draft") return formResultResponse(posted, result, hereOf(desk), key);
  return formErrorsResponse(
    { ...posted, form: "update" },
    { "": wordsIn(desk.language).t("draft.published_meanwhile") },
  );
}

/** Publishes a draft; a form without the choice notifies subscribers, as its button states. */
async function publish(desk: PageDeskRequest, posted: PostedForm) {
  const notify = readPostedText(posted.fields, "chooses") !== "notify" || isCheckboxTicked(posted.fields, "notify");
  const said = { ...formSubjectOf(desk, posted), ...saidIn(posted), notify, takesLead: true };
  const published = await publishIncident(desk.ctx, said);
  return answerDraft(desk, posted, published, "incident-published");
}

/** Handles every post of an incident's page, by the button or the name of the form. */
export async function handleIncidentPost(desk: PageDeskRequest, posted: PostedForm) {
  const subject = formSubjectOf(desk, posted);
  const noted = await handleNotePost(desk, posted, hereOf(desk));
  if (noted) return noted;
  const led = await handleLeadPost(desk, posted, hereOf(desk));
  if (led) return led;
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
      return fillFormFromTemplate(desk, posted);
    case "draft":
    case "save-draft":
      return answerDraft(
        desk,
        posted,
        await editIncidentDraft(desk.ctx, { ...subject, ...saidIn(posted) }),
        "draft-saved",
      );
    case "dismiss":
      return formResultResponse(posted, await dismissIncident(desk.ctx, subject), hereOf(desk), "incident-dismissed");
    default:
      return unknownFormResponse(posted);
  }
}
