import { ruleIn } from "~/alert-rules/rules/rule-form";
import { saveRule } from "~/alert-rules/save";
import { deleteRule, moveRule, readRuleDeletion } from "~/alert-rules/verbs";
import { valuesIn } from "~/fields/fields";
import { actOnSubject, subjectPath } from "~/mutes/desk/subject-actions";
import { orThrow, type PageDesk, param, subjectOf } from "~/ui/frame/desk";
import {
  answerForm,
  isTicked,
  type PostedForm,
  refuseUnknown,
  settingsOf,
  showAgain,
  showFailure,
  typedText,
} from "~/ui/parts/posted-form";
import { readSource } from "../read";
import { rotateSource } from "../rotation";
import { sourceFields } from "../rules/fields";
import { sendTest } from "../send-test";
import { updateSource } from "../update";
import { deleteSource } from "../verbs";
import { endOld } from "./end-old";
import { quietForm } from "./quiet-notice";

const list = "sources";

async function saveCatchAll(desk: PageDesk, posted: PostedForm) {
  const { pageId, id: sourceId, version, commitId } = subjectOf(desk, posted);
  const { rules } = orThrow(await readSource(desk.ctx, { pageId, id: sourceId }));
  const id = rules.find((rule) => rule.catchAll)?.id ?? "";
  const saved = await saveRule(desk.ctx, {
    pageId,
    sourceId,
    id,
    version,
    ...ruleIn(posted.values),
    match: {},
    commitId,
  });
  return answerForm(posted, saved, subjectPath(desk, list), "rule-saved");
}

async function saveSource(desk: PageDesk, posted: PostedForm) {
  const settings = settingsOf(posted.fields);
  const given = { ...subjectOf(desk, posted), ...valuesIn(sourceFields, posted.values), settings };
  return answerForm(posted, await updateSource(desk.ctx, given), subjectPath(desk, list), "source-saved");
}

/** Asks for confirmation once, with the effect on the rule's alerts; deletes nothing yet. */
async function askToDelete(
  { ctx, pageId }: PageDesk,
  posted: PostedForm,
  { sourceId, id }: { sourceId: string; id: string },
) {
  const leaving = await readRuleDeletion(ctx, { pageId, sourceId, id });
  return leaving.ok ? showAgain(posted, { leaving: leaving.value }) : showFailure(posted, leaving.failure);
}

async function actOnRule(desk: PageDesk, posted: PostedForm) {
  const { pageId, id: sourceId, version, commitId } = subjectOf(desk, posted);
  const rule = { pageId, sourceId, id: typedText(posted.fields, "rule"), version, commitId };
  if (posted.intent === "delete-rule") {
    if (!isTicked(posted.fields, "sure")) return askToDelete(desk, posted, rule);
    return answerForm(posted, await deleteRule(desk.ctx, rule), subjectPath(desk, list), "rule-deleted");
  }
  if (posted.intent !== "move-rule") return refuseUnknown(posted);
  const direction = typedText(posted.fields, "direction") === "up" ? "up" : "down";
  return answerForm(posted, await moveRule(desk.ctx, { ...rule, direction }), subjectPath(desk, list), "order-changed");
}

async function confirmQuiet(desk: PageDesk, posted: PostedForm) {
  const given = { ...subjectOf(desk, posted), quietMeansWell: true };
  return answerForm(posted, await updateSource(desk.ctx, given), subjectPath(desk, list), "quiet-confirmed");
}

const steps = {
  rotate: { act: rotateSource, key: "source-rotated", sure: true },
  delete: { act: deleteSource, key: "source-deleted", sure: true, ends: true },
  test: { act: sendTest, key: "test-sent" },
};

/** Handles every form of a source's page, by the form's name. */
export async function actOnSource(desk: PageDesk, posted: PostedForm) {
  const done = await actOnSubject(desk, posted, { list, mutes: "source", steps });
  if (done) return done;
  const ended = await endOld(desk, posted, subjectPath(desk, list));
  if (ended) return ended;
  if (posted.intent === quietForm(param(desk, "id"))) return confirmQuiet(desk, posted);
  // The catch-all is the one rule whose form stands on this page.
  if (posted.intent === "rule" || posted.intent === "catch-all") return saveCatchAll(desk, posted);
  return posted.intent === "source" ? saveSource(desk, posted) : actOnRule(desk, posted);
}
