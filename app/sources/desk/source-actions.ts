import { deleteRule } from "~/alert-rules/delete";
import { readLeaving } from "~/alert-rules/leaving";
import { moveRule } from "~/alert-rules/move";
import { ruleIn } from "~/alert-rules/rules/rule-form";
import { saveRule } from "~/alert-rules/save";
import { valuesIn } from "~/fields/fields";
import { actOnSubject, hereOf } from "~/mutes/desk/subject-actions";
import { orThrow, type PageDesk, param, subjectOf } from "~/ui/frame/desk";
import {
  answer,
  type Posted,
  refuseUnknown,
  settingsOf,
  showAgain,
  showFailure,
  ticked,
  typed,
} from "~/ui/parts/posted";
import { deleteSource } from "../delete";
import { readSource } from "../read";
import { rotateSource } from "../rotate";
import { sourceFields } from "../rules/fields";
import { sendTest } from "../send-test";
import { updateSource } from "../update";
import { endOld } from "./end-old";
import { quietForm } from "./quiet-notice";

const list = "sources";

async function saveCatchAll(desk: PageDesk, posted: Posted) {
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
  return answer(posted, saved, hereOf(desk, list), "rule-saved");
}

async function saveSource(desk: PageDesk, posted: Posted) {
  const settings = settingsOf(posted.fields);
  const given = { ...subjectOf(desk, posted), ...valuesIn(sourceFields, posted.values), settings };
  return answer(posted, await updateSource(desk.ctx, given), hereOf(desk, list), "source-saved");
}

/** Asks for confirmation once, with the effect on the rule's alerts; deletes nothing yet. */
async function askToDelete(
  { ctx, pageId }: PageDesk,
  posted: Posted,
  { sourceId, id }: { sourceId: string; id: string },
) {
  const leaving = await readLeaving(ctx, { pageId, sourceId, id });
  return leaving.ok ? showAgain(posted, { leaving: leaving.value }) : showFailure(posted, leaving.failure);
}

async function actOnRule(desk: PageDesk, posted: Posted) {
  const { pageId, id: sourceId, version, commitId } = subjectOf(desk, posted);
  const rule = { pageId, sourceId, id: typed(posted.fields, "rule"), version, commitId };
  if (posted.intent === "delete-rule") {
    if (!ticked(posted.fields, "sure")) return askToDelete(desk, posted, rule);
    return answer(posted, await deleteRule(desk.ctx, rule), hereOf(desk, list), "rule-deleted");
  }
  if (posted.intent !== "move-rule") return refuseUnknown(posted);
  const direction = typed(posted.fields, "direction") === "up" ? "up" : "down";
  return answer(posted, await moveRule(desk.ctx, { ...rule, direction }), hereOf(desk, list), "order-changed");
}

async function confirmQuiet(desk: PageDesk, posted: Posted) {
  const given = { ...subjectOf(desk, posted), quietMeansWell: true };
  return answer(posted, await updateSource(desk.ctx, given), hereOf(desk, list), "quiet-confirmed");
}

const steps = {
  rotate: { act: rotateSource, key: "source-rotated", sure: true },
  delete: { act: deleteSource, key: "source-deleted", sure: true, ends: true },
  test: { act: sendTest, key: "test-sent" },
};

/** Handles every form of a source's page, by the form's name. */
export async function actOnSource(desk: PageDesk, posted: Posted) {
  const done = await actOnSubject(desk, posted, { list, mutes: "source", steps });
  if (done) return done;
  const ended = await endOld(desk, posted, hereOf(desk, list));
  if (ended) return ended;
  if (posted.intent === quietForm(param(desk, "id"))) return confirmQuiet(desk, posted);
  // The catch-all is the one rule whose form stands on this page.
  if (posted.intent === "rule" || posted.intent === "catch-all") return saveCatchAll(desk, posted);
  return posted.intent === "source" ? saveSource(desk, posted) : actOnRule(desk, posted);
}
