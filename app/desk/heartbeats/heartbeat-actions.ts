import { deleteHeartbeat } from "~/usecases/heartbeats/delete";
import { pauseHeartbeat } from "~/usecases/heartbeats/pause";
import { resumeHeartbeat } from "~/usecases/heartbeats/resume";
import { rotateHeartbeat } from "~/usecases/heartbeats/rotate";
import { sendPing } from "~/usecases/heartbeats/send-ping";
import { updateHeartbeat } from "~/usecases/heartbeats/update";
import { type PageDesk, param } from "../frame/desk";
import { actOnMute, isMuting } from "../mutes/mute-actions";
import { answer, type Posted, refuseFields, ticked } from "../parts/posted";
import { heartbeatFields } from "./heartbeat-fields";

const subjectOf = (desk: PageDesk, posted: Posted) => ({
  pageId: desk.pageId,
  id: param(desk, "id"),
  version: posted.version,
  commitId: posted.commitId,
});

const listOf = (desk: PageDesk) => `/manage/${desk.slug}/heartbeats`;
const hereOf = (desk: PageDesk) => `${listOf(desk)}/${param(desk, "id")}`;

async function save(desk: PageDesk, posted: Posted) {
  const { errors, value } = heartbeatFields(posted.fields);
  if (Object.keys(errors).length > 0) return refuseFields(posted, errors);
  const saved = await updateHeartbeat(desk.ctx, { ...subjectOf(desk, posted), ...value });
  return answer(posted, saved, hereOf(desk), "heartbeat-changed");
}

async function actForSure(desk: PageDesk, posted: Posted) {
  if (!ticked(posted.fields, "sure")) return refuseFields(posted, { sure: "Tick the box to go on." });
  const subject = subjectOf(desk, posted);
  if (posted.form === "rotate") {
    return answer(posted, await rotateHeartbeat(desk.ctx, subject), hereOf(desk), "heartbeat-rotated");
  }
  return answer(posted, await deleteHeartbeat(desk.ctx, subject), listOf(desk), "heartbeat-deleted");
}

const steps = {
  pause: { act: pauseHeartbeat, key: "heartbeat-paused" },
  resume: { act: resumeHeartbeat, key: "heartbeat-resumed" },
  ping: { act: sendPing, key: "heartbeat-pinged" },
};

const isStep = (form: string): form is keyof typeof steps => Object.hasOwn(steps, form);

/** All that a heartbeat's page can post, by the name of the form. */
export async function actOnHeartbeat(desk: PageDesk, posted: Posted) {
  const { form } = posted;
  if (isMuting(posted)) return actOnMute(desk, posted, { kind: "heartbeat", id: param(desk, "id") }, hereOf(desk));
  if (isStep(form)) {
    const { act, key } = steps[form];
    return answer(posted, await act(desk.ctx, subjectOf(desk, posted)), hereOf(desk), key);
  }
  if (form === "rotate" || form === "delete") return actForSure(desk, posted);
  return save(desk, posted);
}
