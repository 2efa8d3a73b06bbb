import { deleteRule, readRuleDeletion } from "~/alert-rules/verbs";
import { type PageDeskRequest, routeParam } from "~/ui/frame/desk";
import {
  formAgainResponse,
  formFailureResponse,
  formResultResponse,
  isCheckboxTicked,
  type PostedForm,
} from "~/ui/parts/posted-form";

/** Asks for confirmation once, with the effect on the rule's alerts, and deletes the rule when that was given. */
export async function handleRuleDeletionPost(desk: PageDeskRequest, posted: PostedForm) {
  const { ctx, pageId, slug } = desk;
  const rule = { pageId, sourceId: routeParam(desk, "id"), id: routeParam(desk, "rule") };
  if (isCheckboxTicked(posted.fields, "sure")) {
    const deleted = await deleteRule(ctx, { ...rule, version: posted.version, commitId: posted.commitId });
    return formResultResponse(posted, deleted, `/manage/${slug}/sources/${rule.sourceId}`, "rule-deleted");
  }
  const leaving = await readRuleDeletion(ctx, rule);
  return leaving.ok
    ? formAgainResponse(posted, { leaving: leaving.value })
    : formFailureResponse(posted, leaving.failure);
}
