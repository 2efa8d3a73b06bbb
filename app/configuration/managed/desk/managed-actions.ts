import { formSubjectOf, type PageDeskRequest } from "~/ui/frame/desk";
import { formResultResponse, type PostedForm } from "~/ui/parts/posted-form";
import { takeOverManagedThing } from "../managed-thing";
import { takeOverFormName } from "./take-over-name";

export const isTakeOverIntent = ({ intent }: PostedForm): boolean => intent === takeOverFormName;

/** Handles the post of a `ManagedNotice`, for the action of every page that shows one. */
export async function handleTakeOverPost(desk: PageDeskRequest, posted: PostedForm, to: string) {
  const { pageId, id, commitId } = formSubjectOf(desk, posted);
  const taken = await takeOverManagedThing(desk.ctx, { pageId, id, commitId });
  return formResultResponse(posted, taken, to, "configuration-taken-over");
}
