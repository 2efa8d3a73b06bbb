import type { Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { type PageDesk, param } from "~/ui/frame/desk";
import { wordsIn } from "~/ui/parts/part-words";
import { answer, type Posted, showErrors, ticked } from "~/ui/parts/posted";
import { actOnMute, isMuting } from "./mute-actions";

/** What a form of something's own page is about: its id from the address, the version that was read. */
export const subjectOf = (desk: PageDesk, posted: Posted) => ({
  pageId: desk.pageId,
  id: param(desk, "id"),
  version: posted.version,
  commitId: posted.commitId,
});

export type Subject = ReturnType<typeof subjectOf>;

export const unsure = (posted: Posted) =>
  ticked(posted.fields, "sure") ? null : showErrors(posted, { sure: wordsIn(posted.language).t("error.tick") });

/** A step by a button alone, with the notice that stands above the page afterwards. */
interface Step {
  act: (ctx: Ctx, subject: Subject) => Promise<Result<unknown>>;
  key: string;
  /** It cannot be taken back, so a box has to be ticked. */
  sure?: boolean;
  /** It is gone then: its list comes next. */
  ends?: boolean;
  /** Where on its page the focus goes, as `#place`, or which page below it comes next, as `/place`. */
  place?: string;
}

interface Deeds {
  /** The list in management, as in its address. */
  list: string;
  /** What a mute of it is called; absent = it has none. */
  mutes?: "monitor" | "heartbeat" | "source";
  steps: Readonly<Record<string, Step>>;
}

export const listOf = (desk: PageDesk, list: string): string => `/manage/${desk.slug}/${list}`;

export const hereOf = (desk: PageDesk, list: string): string => `${listOf(desk, list)}/${param(desk, "id")}`;

async function take(desk: PageDesk, posted: Posted, list: string, { act, key, sure, ends, place = "" }: Step) {
  const refused = sure ? unsure(posted) : null;
  if (refused) return refused;
  const to = ends ? listOf(desk, list) : `${hereOf(desk, list)}${place}`;
  return answer(posted, await act(desk.ctx, subjectOf(desk, posted)), to, key);
}

/** A mute or a step of what the page is about, by the name of the form; null = it is another form. */
export async function actOnSubject(desk: PageDesk, posted: Posted, { list, mutes, steps }: Deeds) {
  if (mutes && isMuting(posted)) {
    return actOnMute(desk, posted, { kind: mutes, id: param(desk, "id") }, hereOf(desk, list));
  }
  const step = Object.hasOwn(steps, posted.form) ? steps[posted.form] : undefined;
  return step ? take(desk, posted, list, step) : null;
}
