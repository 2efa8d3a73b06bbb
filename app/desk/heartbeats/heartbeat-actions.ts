import { heartbeatIn } from "~/rules/heartbeats/fields";
import { deleteHeartbeat } from "~/usecases/heartbeats/delete";
import { pauseHeartbeat } from "~/usecases/heartbeats/pause";
import { resumeHeartbeat } from "~/usecases/heartbeats/resume";
import { rotateHeartbeat } from "~/usecases/heartbeats/rotate";
import { sendPing } from "~/usecases/heartbeats/send-ping";
import { updateHeartbeat } from "~/usecases/heartbeats/update";
import type { PageDesk } from "../frame/desk";
import { answer, type Posted } from "../parts/posted";
import { actOnSubject, hereOf, subjectOf } from "../parts/subject-actions";

const list = "heartbeats";

const steps = {
  pause: { act: pauseHeartbeat, key: "heartbeat-paused" },
  resume: { act: resumeHeartbeat, key: "heartbeat-resumed" },
  ping: { act: sendPing, key: "heartbeat-pinged" },
  rotate: { act: rotateHeartbeat, key: "heartbeat-rotated", sure: true },
  delete: { act: deleteHeartbeat, key: "heartbeat-deleted", sure: true, ends: true },
};

/** All that a heartbeat's page can post, by the name of the form. */
export async function actOnHeartbeat(desk: PageDesk, posted: Posted) {
  const done = await actOnSubject(desk, posted, { list, mutes: "heartbeat", steps });
  if (done) return done;
  const saved = await updateHeartbeat(desk.ctx, { ...subjectOf(desk, posted), ...heartbeatIn(posted.values) });
  return answer(posted, saved, hereOf(desk, list), "heartbeat-saved");
}
