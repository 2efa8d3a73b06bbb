import { handleSubjectPost, muteSubjectPath } from "~/mutes/desk/subject-actions";
import type { PageDeskRequest } from "~/ui/frame/desk";
import { formSubjectOf } from "~/ui/frame/desk";
import { formResultResponse, type PostedForm, unknownFormResponse } from "~/ui/parts/posted-form";
import { heartbeatFromForm } from "../rules/fields";
import { sendTestPing } from "../send-ping";
import { updateHeartbeat } from "../update";
import { deleteHeartbeat, pauseHeartbeat, resumeHeartbeat, rotateHeartbeatAddress } from "../verbs";

const list = "heartbeats";

const steps = {
  pause: { act: pauseHeartbeat, key: "heartbeat-paused" },
  resume: { act: resumeHeartbeat, key: "heartbeat-resumed" },
  ping: { act: sendTestPing, key: "heartbeat-pinged" },
  rotate: { act: rotateHeartbeatAddress, key: "heartbeat-rotated", sure: true },
  delete: { act: deleteHeartbeat, key: "heartbeat-deleted", sure: true, ends: true },
};

/** Handles every form of a heartbeat's page, by the form's name. */
export async function handleHeartbeatPost(desk: PageDeskRequest, posted: PostedForm) {
  const done = await handleSubjectPost(desk, posted, { list, mutes: "heartbeat", steps });
  if (done) return done;
  if (posted.intent !== "heartbeat") return unknownFormResponse(posted);
  const saved = await updateHeartbeat(desk.ctx, {
    ...formSubjectOf(desk, posted),
    ...heartbeatFromForm(posted.values),
  });
  return formResultResponse(posted, saved, muteSubjectPath(desk, list), "heartbeat-saved");
}
