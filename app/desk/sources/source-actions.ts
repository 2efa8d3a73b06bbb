import { deleteRule } from "~/usecases/alert-rules/delete";
import { moveRule } from "~/usecases/alert-rules/move";
import { saveRule } from "~/usecases/alert-rules/save";
import { deleteSource } from "~/usecases/sources/delete";
import { readSource } from "~/usecases/sources/read";
import { rotateSource } from "~/usecases/sources/rotate";
import { sendTest } from "~/usecases/sources/send-test";
import { updateSource } from "~/usecases/sources/update";
import { orThrow, type PageDesk, param } from "../frame/desk";
import { actOnMute, isMuting } from "../mutes/mute-actions";
import { answer, type Posted, readWhole, refuseFields, settingsOf, ticked, typed } from "../parts/posted";
import { ruleFields } from "../rules/rule-fields";

const subjectOf = (desk: PageDesk, posted: Posted) => ({
  pageId: desk.pageId,
  id: param(desk, "id"),
  version: posted.version,
  commitId: posted.commitId,
});

const hereOf = (desk: PageDesk) => `/manage/${desk.slug}/sources/${param(desk, "id")}`;

async function saveCatchAll(desk: PageDesk, posted: Posted) {
  const { errors, value } = ruleFields(posted.fields);
  if (Object.keys(errors).length > 0) return refuseFields(posted, errors);
  const { pageId, id: sourceId, version, commitId } = subjectOf(desk, posted);
  const { rules } = orThrow(await readSource(desk.ctx, { pageId, id: sourceId }));
  const id = rules.find((rule) => rule.catchAll)?.id ?? "";
  const saved = await saveRule(desk.ctx, { pageId, sourceId, id, version, ...value, match: {}, commitId });
  return answer(posted, saved, hereOf(desk), "rule-saved");
}

async function saveSource(desk: PageDesk, posted: Posted) {
  const heartbeat = readWhole(posted.fields, "heartbeatSeconds");
  if (!heartbeat.ok) return refuseFields(posted, { heartbeatSeconds: heartbeat.message });
  const name = typed(posted.fields, "name");
  const settings = settingsOf(posted.fields);
  const given = { ...subjectOf(desk, posted), name, settings, heartbeatSeconds: heartbeat.value };
  return answer(posted, await updateSource(desk.ctx, given), hereOf(desk), "source-saved");
}

async function actOnRule(desk: PageDesk, posted: Posted) {
  const { pageId, id: sourceId, version, commitId } = subjectOf(desk, posted);
  const rule = { pageId, sourceId, id: typed(posted.fields, "rule"), version, commitId };
  if (posted.intent === "delete-rule") {
    return answer(posted, await deleteRule(desk.ctx, rule), hereOf(desk), "rule-deleted");
  }
  const direction = typed(posted.fields, "direction") === "up" ? "up" : "down";
  return answer(posted, await moveRule(desk.ctx, { ...rule, direction }), hereOf(desk), "order-changed");
}

async function actForSure(desk: PageDesk, posted: Posted) {
  if (!ticked(posted.fields, "sure")) return refuseFields(posted, { sure: "Tick the box to go on." });
  const subject = subjectOf(desk, posted);
  if (posted.form === "rotate") {
    return answer(posted, await rotateSource(desk.ctx, subject), hereOf(desk), "source-rotated");
  }
  return answer(posted, await deleteSource(desk.ctx, subject), `/manage/${desk.slug}/sources`, "source-deleted");
}

/** All that a source's page can post, by the name of the form. */
export async function actOnSource(desk: PageDesk, posted: Posted) {
  if (isMuting(posted)) return actOnMute(desk, posted, { kind: "source", id: param(desk, "id") }, hereOf(desk));
  if (posted.form === "catch-all") return saveCatchAll(desk, posted);
  if (posted.form === "source") return saveSource(desk, posted);
  if (posted.form === "rotate" || posted.form === "delete") return actForSure(desk, posted);
  if (posted.form === "test") {
    const { pageId, id, commitId } = subjectOf(desk, posted);
    return answer(posted, await sendTest(desk.ctx, { pageId, id, commitId }), hereOf(desk), "test-sent");
  }
  return actOnRule(desk, posted);
}
