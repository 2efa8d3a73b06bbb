import type { Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { type PageDesk, param, type Subject, subjectOf } from "~/ui/frame/desk";
import { wordsIn } from "~/ui/parts/part-words";
import { answerForm, isTicked, type PostedForm, showErrors } from "~/ui/parts/posted-form";
import { actOnMute, isMuting } from "./mute-actions";

export const unsure = (posted: PostedForm) =>
  isTicked(posted.fields, "sure") ? null : showErrors(posted, { sure: wordsIn(posted.language).t("error.tick") });

/** An action by a button alone, with the notice shown above the page afterwards. */
interface SubjectAction {
  act: (ctx: Ctx, subject: Subject) => Promise<Result<unknown>>;
  key: string;
  /** True when it cannot be undone, so that a box must be ticked. */
  sure?: boolean;
  /** True when it deletes the subject: its list comes next. */
  ends?: boolean;
  /** Place on its page that gets the focus, as `#place`, or the page below it that comes next, as `/place`. */
  place?: string;
}

interface Deeds {
  /** Name of its list in management's addresses. */
  list: string;
  /** Kind of its mute; absent = it has none. */
  mutes?: "monitor" | "heartbeat" | "source";
  steps: Readonly<Record<string, SubjectAction>>;
}

export const listOf = (desk: PageDesk, list: string): string => `/manage/${desk.slug}/${list}`;

export const subjectPath = (desk: PageDesk, list: string): string => `${listOf(desk, list)}/${param(desk, "id")}`;

async function take(
  desk: PageDesk,
  posted: PostedForm,
  list: string,
  { act, key, sure, ends, place = "" }: SubjectAction,
) {
  const refused = sure ? unsure(posted) : null;
  if (refused) return refused;
  const to = ends ? listOf(desk, list) : `${subjectPath(desk, list)}${place}`;
  return answerForm(posted, await act(desk.ctx, subjectOf(desk, posted)), to, key);
}

/** Runs a mute or another action on the page's subject, by what was pressed; null for anything else. */
export async function actOnSubject(desk: PageDesk, posted: PostedForm, { list, mutes, steps }: Deeds) {
  if (mutes && isMuting(posted)) {
    return actOnMute(desk, posted, { kind: mutes, id: param(desk, "id") }, subjectPath(desk, list));
  }
  const step = Object.hasOwn(steps, posted.intent) ? steps[posted.intent] : undefined;
  return step ? take(desk, posted, list, step) : null;
}
