import { type PageDesk, param } from "~/ui/frame/desk";
import { type PostedForm, showAgain, showErrors, showFailure } from "~/ui/parts/posted-form";
import { replayDeliveries } from "../replay";
import { wordsIn } from "./words/words";

const chosenIn = (fields: FormData): string[] =>
  [...fields.keys()].flatMap((name) => (name.startsWith("delivery.") ? [name.slice("delivery.".length)] : []));

/** Replays the chosen deliveries, and shows the result of each. */
export async function replay(desk: PageDesk, posted: PostedForm, ids: string[]) {
  const given = { pageId: desk.pageId, sourceId: param(desk, "id"), ids, commitId: posted.commitId };
  const done = await replayDeliveries(desk.ctx, given);
  return done.ok ? showAgain(posted, { replayed: done.value }) : showFailure(posted, done.failure);
}

export async function actOnDeliveries(desk: PageDesk, posted: PostedForm) {
  const ids = chosenIn(posted.fields);
  if (ids.length === 0) return showErrors(posted, { "": wordsIn(posted.language).t("replay.none_chosen") });
  return replay(desk, posted, ids);
}
