import { data } from "@remix-run/cloudflare";
import { deleteChannel } from "~/usecases/channels/delete";
import { pauseChannel } from "~/usecases/channels/pause";
import { resumeChannel } from "~/usecases/channels/resume";
import { retryDelivery } from "~/usecases/channels/retry-delivery";
import { rotateChannel } from "~/usecases/channels/rotate";
import { sendTest } from "~/usecases/channels/send-test";
import { updateChannel } from "~/usecases/channels/update";
import { type PageDesk, param } from "../frame/desk";
import { answer, type Posted, refuse, refuseFields, ticked, typed } from "../parts/posted";
import { channelFields } from "./channel-fields";

const subjectOf = (desk: PageDesk, posted: Posted) => ({
  pageId: desk.pageId,
  id: param(desk, "id"),
  version: posted.version,
  commitId: posted.commitId,
});

const hereOf = (desk: PageDesk) => `/manage/${desk.slug}/channels/${param(desk, "id")}`;

async function actForSure(desk: PageDesk, posted: Posted) {
  if (!ticked(posted.fields, "sure")) return refuseFields(posted, { sure: "Tick the box to go on." });
  const subject = subjectOf(desk, posted);
  if (posted.form === "delete") {
    return answer(posted, await deleteChannel(desk.ctx, subject), `/manage/${desk.slug}/channels`, "channel-deleted");
  }
  const made = await rotateChannel(desk.ctx, subject);
  return made.ok ? data({ shownOnce: made.value.shownOnce }, { status: 200 }) : refuse(posted, made.failure);
}

async function retry(desk: PageDesk, posted: Posted) {
  const { pageId, id: channelId, commitId } = subjectOf(desk, posted);
  const given = { pageId, channelId, id: typed(posted.fields, "delivery"), commitId };
  return answer(posted, await retryDelivery(desk.ctx, given), hereOf(desk), "channel-retried");
}

/** All that a channel's page can post, by the name of the form. */
export async function actOnChannel(desk: PageDesk, posted: Posted) {
  const subject = subjectOf(desk, posted);
  const { ctx } = desk;
  if (posted.form === "rotate" || posted.form === "delete") return actForSure(desk, posted);
  if (posted.intent === "retry") return retry(desk, posted);
  if (posted.form === "pause") return answer(posted, await pauseChannel(ctx, subject), hereOf(desk), "channel-paused");
  if (posted.form === "resume") {
    return answer(posted, await resumeChannel(ctx, subject), hereOf(desk), "channel-resumed");
  }
  if (posted.form === "test") {
    return answer(posted, await sendTest(ctx, subject), `${hereOf(desk)}#deliveries`, "channel-tested");
  }
  const saved = await updateChannel(ctx, { ...subject, ...channelFields(posted.fields) });
  return answer(posted, saved, hereOf(desk), "channel-saved");
}
