import { actOnSubject, subjectPath } from "~/mutes/desk/subject-actions";
import type { PageDesk } from "~/ui/frame/desk";
import { subjectOf } from "~/ui/frame/desk";
import { answerForm, type PostedForm, refuseUnknown } from "~/ui/parts/posted-form";
import { heartbeatIn } from "../rules/fields";
import { sendPing } from "../send-ping";
import { updateHeartbeat } from "../update";
import { deleteHeartbeat, pauseHeartbeat, resumeHeartbeat, rotateHeartbeat } from "../verbs";

const list = "heartbeats";

const steps = {
  pause: { act: pauseHeartbeat, key: "heartbeat-paused" },
  resume: { act: resumeHeartbeat, key: "heartbeat-resumed" },
  ping: { act: sendPing, key: "heartbeat-pinged" },
  rotate: { act: rotateHeartbeat, key: "heartbeat-rotated", sure: true },
  delete: { act: deleteHeartbeat, key: "heartbeat-deleted", sure: true, ends: true },
};

/** Handles every form of a heartbeat's page, by the form's name. */
export async function actOnHeartbeat(desk: PageDesk, posted: PostedForm) {
  const done = await actOnSubject(desk, posted, { list, mutes: "heartbeat", steps });
  if (done) return done;
  if (posted.intent !== "heartbeat") return refuseUnknown(posted);
  const saved = await updateHeartbeat(desk.ctx, { ...subjectOf(desk, posted), ...heartbeatIn(posted.values) });
  return answerForm(posted, saved, subjectPath(desk, list), "heartbeat-saved");
}
