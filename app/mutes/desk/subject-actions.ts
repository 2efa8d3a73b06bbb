import type { Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { type FormSubject, formSubjectOf, type PageDeskRequest, routeParam } from "~/ui/frame/desk";
import { wordsIn } from "~/ui/parts/part-words";
import { formErrorsResponse, formResultResponse, isCheckboxTicked, type PostedForm } from "~/ui/parts/posted-form";
import { handleMutePost, isMuteIntent } from "./mute-actions";

export const missingConfirmationErrors = (posted: PostedForm) =>
  isCheckboxTicked(posted.fields, "sure")
    ? null
    : formErrorsResponse(posted, { sure: wordsIn(posted.language).t("error.tick") });

/** An action by a button alone, with the notice shown above the page afterwards. */
interface SubjectAction {
  act: (ctx: Ctx, subject: FormSubject) => Promise<Result<unknown>>;
  key: string;
  /** True when it cannot be undone, so that a box must be ticked. */
  sure?: boolean;
  /** True when it deletes the subject: its list comes next. */
  ends?: boolean;
  /** Place on its page that gets the focus, as `#place`, or the page below it that comes next, as `/place`. */
  place?: string;
}

interface SubjectActions {
  /** Name of its list in management's addresses. */
  list: string;
  /** Kind of its mute; absent = it has none. */
  mutes?: "monitor" | "heartbeat" | "source";
  steps: Readonly<Record<string, SubjectAction>>;
}

export const subjectListPath = (desk: PageDeskRequest, list: string): string => `/manage/${desk.slug}/${list}`;

export const muteSubjectPath = (desk: PageDeskRequest, list: string): string =>
  `${subjectListPath(desk, list)}/${routeParam(desk, "id")}`;

async function take(
  desk: PageDeskRequest,
  posted: PostedForm,
  list: string,
  { act, key, sure, ends, place = "" }: SubjectAction,
) {
  const refused = sure ? missingConfirmationErrors(posted) : null;
  if (refused) return refused;
  const to = ends ? subjectListPath(desk, list) : `${muteSubjectPath(desk, list)}${place}`;
  return formResultResponse(posted, await act(desk.ctx, formSubjectOf(desk, posted)), to, key);
}

/** Runs a mute or another action on the page's subject, by what was pressed; null for anything else. */
export async function handleSubjectPost(
  desk: PageDeskRequest,
  posted: PostedForm,
  { list, mutes, steps }: SubjectActions,
) {
  if (mutes && isMuteIntent(posted)) {
    return handleMutePost(desk, posted, { kind: mutes, id: routeParam(desk, "id") }, muteSubjectPath(desk, list));
  }
  const step = Object.hasOwn(steps, posted.intent) ? steps[posted.intent] : undefined;
  return step ? take(desk, posted, list, step) : null;
}
