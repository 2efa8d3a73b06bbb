import { data } from "@remix-run/cloudflare";
import { valuesIn } from "~/fields/fields";
import { actOnSubject, subjectPath, unsure } from "~/mutes/desk/subject-actions";
import { channelFields } from "~/notifications/rules/fields";
import type { PageDesk } from "~/ui/frame/desk";
import { subjectOf } from "~/ui/frame/desk";
import { answerForm, type PostedForm, refuseUnknown, settingsOf, showFailure, typedText } from "~/ui/parts/posted-form";
import { retryDelivery } from "../retry-delivery";
import { sendTest } from "../send-test";
import { updateChannel } from "../update";
import { deleteChannel, pauseChannel, resumeChannel, rotateChannel } from "../verbs";

const list = "channels";

/** The new secret is in the response itself, because no URL shows it a second time. */
async function rotate(desk: PageDesk, posted: PostedForm) {
  const refused = unsure(posted);
  if (refused) return refused;
  const made = await rotateChannel(desk.ctx, subjectOf(desk, posted));
  return made.ok ? data({ shownOnce: made.value.shownOnce }, { status: 200 }) : showFailure(posted, made.failure);
}

async function retry(desk: PageDesk, posted: PostedForm) {
  const { pageId, id: channelId, commitId } = subjectOf(desk, posted);
  const given = { pageId, channelId, id: typedText(posted.fields, "delivery"), commitId };
  return answerForm(posted, await retryDelivery(desk.ctx, given), subjectPath(desk, list), "channel-retried");
}

const steps = {
  pause: { act: pauseChannel, key: "channel-paused" },
  resume: { act: resumeChannel, key: "channel-resumed" },
  test: { act: sendTest, key: "channel-tested", place: "#deliveries" },
  delete: { act: deleteChannel, key: "channel-deleted", sure: true, ends: true },
};

/** Handles all forms of a channel's page, by the name of the form. */
export async function actOnChannel(desk: PageDesk, posted: PostedForm) {
  if (posted.intent === "retry") return retry(desk, posted);
  if (posted.intent === "rotate") return rotate(desk, posted);
  const done = await actOnSubject(desk, posted, { list, steps });
  if (done) return done;
  if (posted.intent !== "channel") return refuseUnknown(posted);
  const settings = settingsOf(posted.fields);
  const given = { ...subjectOf(desk, posted), ...valuesIn(channelFields, posted.values), settings };
  return answerForm(posted, await updateChannel(desk.ctx, given), subjectPath(desk, list), "channel-saved");
}
