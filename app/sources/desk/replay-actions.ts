import { type PageDeskRequest, routeParam } from "~/ui/frame/desk";
import {
  formAgainResponse,
  formErrorsResponse,
  formFailureResponse,
  type PostedForm,
  unknownFormResponse,
} from "~/ui/parts/posted-form";
import { reprocessStoredDeliveries } from "../replay";
import { wordsIn } from "./words/words";

const chosenIn = (fields: FormData): string[] =>
  [...fields.keys()].flatMap((name) => (name.startsWith("delivery.") ? [name.slice("delivery.".length)] : []));

/** Replays the chosen deliveries, and shows the result of each. */
export async function handleReplayPost(desk: PageDeskRequest, posted: PostedForm, ids: string[]) {
  const given = { pageId: desk.pageId, sourceId: routeParam(desk, "id"), ids, commitId: posted.commitId };
  const done = await reprocessStoredDeliveries(desk.ctx, given);
  return done.ok ? formAgainResponse(posted, { replayed: done.value }) : formFailureResponse(posted, done.failure);
}

export async function handleDeliveriesPost(desk: PageDeskRequest, posted: PostedForm) {
  if (posted.intent !== "replay-several") return unknownFormResponse(posted);
  const ids = chosenIn(posted.fields);
  if (ids.length === 0) return formErrorsResponse(posted, { "": wordsIn(posted.language).t("replay.none_chosen") });
  return handleReplayPost(desk, posted, ids);
}
