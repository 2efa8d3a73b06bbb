import type { PageDeskRequest } from "~/ui/frame/desk";
import { formResultResponse, type PostedForm, readPostedText, unknownFormResponse } from "~/ui/parts/posted-form";
import { moveComponentGroup } from "../groups/verbs";
import { moveComponent } from "../verbs";
import { type PostedMove, parsePostedMove } from "./posted-move";

const directionOf = ({ way }: PostedMove) => (way === "up" ? ("up" as const) : ("down" as const));

/**
 * Moves a component within its group, or a group. A version next to the button comes from someone who saw the conflict.
 */
export async function handleOrderPost({ ctx, pageId, slug }: PageDeskRequest, posted: PostedForm) {
  const { fields, commitId } = posted;
  const isGroup = fields.has("group");
  if (!isGroup && !fields.has("move")) return unknownFormResponse(posted);
  const move = parsePostedMove(readPostedText(fields, isGroup ? "group" : "move"));
  const { id, onto } = move;
  const given = { pageId, id, version: posted.version ?? move.version, commitId };
  const moved = isGroup
    ? await moveComponentGroup(ctx, { ...given, ...(onto ? { onto } : { direction: directionOf(move) }) })
    : await moveComponent(ctx, { ...given, direction: directionOf(move) });
  const place = `${isGroup ? "group" : "component"}-${encodeURIComponent(id)}`;
  return formResultResponse(posted, moved, `/manage/${slug}/components#${place}`, "order-changed");
}
