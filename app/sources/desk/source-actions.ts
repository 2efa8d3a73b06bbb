import { parseRuleForm } from "~/alert-rules/rules/rule-form";
import { saveRule } from "~/alert-rules/save";
import { deleteRule, moveRule, readRuleDeletion } from "~/alert-rules/verbs";
import { parseFieldValues } from "~/fields/fields";
import { handleSubjectPost, subjectPath } from "~/mutes/desk/subject-actions";
import { formSubjectOf, type PageDeskRequest, routeParam, unwrapOrThrow } from "~/ui/frame/desk";
import {
  formAgainResponse,
  formFailureResponse,
  formResultResponse,
  isCheckboxTicked,
  type PostedForm,
  postedSettingsOf,
  postedText,
  unknownFormResponse,
} from "~/ui/parts/posted-form";
import { readSource } from "../read";
import { rotateSourceAddress } from "../rotation";
import { sourceFields } from "../rules/fields";
import { sendSourceTest } from "../send-test";
import { updateSource } from "../update";
import { deleteSource } from "../verbs";
import { handleEndOldCredentialPost } from "./end-old";
import { sourceQuietFormName } from "./quiet-notice";

const list = "sources";

async function saveCatchAll(desk: PageDeskRequest, posted: PostedForm) {
  const { pageId, id: sourceId, version, commitId } = formSubjectOf(desk, posted);
  const { rules } = unwrapOrThrow(await readSource(desk.ctx, { pageId, id: sourceId }));
  const id = rules.find((rule) => rule.catchAll)?.id ?? "";
  const saved = await saveRule(desk.ctx, {
    pageId,
    sourceId,
    id,
    version,
    ...parseRuleForm(posted.values),
    match: {},
    commitId,
  });
  return formResultResponse(posted, saved, subjectPath(desk, list), "rule-saved");
}

async function saveSource(desk: PageDeskRequest, posted: PostedForm) {
  const settings = postedSettingsOf(posted.fields);
  const given = { ...formSubjectOf(desk, posted), ...parseFieldValues(sourceFields, posted.values), settings };
  return formResultResponse(posted, await updateSource(desk.ctx, given), subjectPath(desk, list), "source-saved");
}

/** Asks for confirmation once, with the effect on the rule's alerts; deletes nothing yet. */
async function askToDelete(
  { ctx, pageId }: PageDeskRequest,
  posted: PostedForm,
  { sourceId, id }: { sourceId: string; id: string },
) {
  const leaving = await readRuleDeletion(ctx, { pageId, sourceId, id });
  return leaving.ok
    ? formAgainResponse(posted, { leaving: leaving.value })
    : formFailureResponse(posted, leaving.failure);
}

async function actOnRule(desk: PageDeskRequest, posted: PostedForm) {
  const { pageId, id: sourceId, version, commitId } = formSubjectOf(desk, posted);
  const rule = { pageId, sourceId, id: postedText(posted.fields, "rule"), version, commitId };
  if (posted.intent === "delete-rule") {
    if (!isCheckboxTicked(posted.fields, "sure")) return askToDelete(desk, posted, rule);
    return formResultResponse(posted, await deleteRule(desk.ctx, rule), subjectPath(desk, list), "rule-deleted");
  }
  if (posted.intent !== "move-rule") return unknownFormResponse(posted);
  const direction = postedText(posted.fields, "direction") === "up" ? "up" : "down";
  return formResultResponse(
    posted,
    await moveRule(desk.ctx, { ...rule, direction }),
    subjectPath(desk, list),
    "order-changed",
  );
}

async function confirmQuiet(desk: PageDeskRequest, posted: PostedForm) {
  const given = { ...formSubjectOf(desk, posted), quietMeansWell: true };
  return formResultResponse(posted, await updateSource(desk.ctx, given), subjectPath(desk, list), "quiet-confirmed");
}

const steps = {
  rotate: { act: rotateSourceAddress, key: "source-rotated", sure: true },
  delete: { act: deleteSource, key: "source-deleted", sure: true, ends: true },
  test: { act: sendSourceTest, key: "test-sent" },
};

/** Handles every form of a source's page, by the form's name. */
export async function handleSourcePost(desk: PageDeskRequest, posted: PostedForm) {
  const done = await handleSubjectPost(desk, posted, { list, mutes: "source", steps });
  if (done) return done;
  const ended = await handleEndOldCredentialPost(desk, posted, subjectPath(desk, list));
  if (ended) return ended;
  if (posted.intent === sourceQuietFormName(routeParam(desk, "id"))) return confirmQuiet(desk, posted);
  // The catch-all is the one rule whose form stands on this page.
  if (posted.intent === "rule" || posted.intent === "catch-all") return saveCatchAll(desk, posted);
  return posted.intent === "source" ? saveSource(desk, posted) : actOnRule(desk, posted);
}
