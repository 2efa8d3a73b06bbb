import { data } from "@remix-run/cloudflare";
import { parseFieldValues } from "~/fields/fields";
import { handleSubjectPost, missingConfirmationErrors, muteSubjectPath } from "~/mutes/desk/subject-actions";
import { channelFields } from "~/notifications/rules/fields";
import type { PageDeskRequest } from "~/ui/frame/desk";
import { formSubjectOf } from "~/ui/frame/desk";
import {
  formAgainResponse,
  formFailureResponse,
  formResultResponse,
  type PostedForm,
  readPostedSettings,
  readPostedText,
  unknownFormResponse,
} from "~/ui/parts/posted-form";
import { retryDelivery } from "../retry-delivery";
import { sendPresentState } from "../send-present-state";
import { sendChannelTest } from "../send-test";
import { updateChannel } from "../update";
import { deleteChannel, pauseChannel, resumeChannel, rotateChannelSecrets } from "../verbs";
import { translateDeliveryAttempts } from "./channel-attempts";
import { wordsIn } from "./words/words";

const list = "channels";

/** The new secret is in the response itself, because no URL shows it a second time. */
async function rotate(desk: PageDeskRequest, posted: PostedForm) {
  const refused = missingConfirmationErrors(posted);
  if (refused) return refused;
  const made = await rotateChannelSecrets(desk.ctx, formSubjectOf(desk, posted));
  return made.ok
    ? data({ shownOnce: made.value.shownOnce }, { status: 200 })
    : formFailureResponse(posted, made.failure);
}

async function retry(desk: PageDeskRequest, posted: PostedForm) {
  const { pageId, id: channelId, commitId } = formSubjectOf(desk, posted);
  const given = { pageId, channelId, id: readPostedText(posted.fields, "delivery"), commitId };
  return formResultResponse(
    posted,
    await retryDelivery(desk.ctx, given),
    muteSubjectPath(desk, list),
    "channel-retried",
  );
}

/** Sends a test; one that did not arrive is answered in red (200, so that its delivery is listed) with the reason. */
async function test(desk: PageDeskRequest, posted: PostedForm) {
  const sent = await sendChannelTest(desk.ctx, formSubjectOf(desk, posted));
  if (sent.ok && sent.value.delivery.state === "dead") {
    const { status = null, answer = "" } = translateDeliveryAttempts(desk.language, sent.value.delivery).at(-1) ?? {};
    const { t } = wordsIn(desk.language);
    const why =
      status === null ? t("delivery.test_unanswered", { answer }) : t("delivery.test_refused", { status, answer });
    return formAgainResponse(posted, {}, { errors: { "": why } });
  }
  return formResultResponse(posted, sent, `${muteSubjectPath(desk, list)}#deliveries`, "channel-tested");
}

const steps = {
  pause: { act: pauseChannel, key: "channel-paused" },
  resume: { act: resumeChannel, key: "channel-resumed" },
  "catch-up": { act: sendPresentState, key: "channel-caught-up", place: "#deliveries" },
  delete: { act: deleteChannel, key: "channel-deleted", sure: true, ends: true },
};

/** Handles all forms of a channel's page, by the name of the form. */
export async function handleChannelPost(desk: PageDeskRequest, posted: PostedForm) {
  if (posted.intent === "retry") return retry(desk, posted);
  if (posted.intent === "test") return test(desk, posted);
  if (posted.intent === "rotate") return rotate(desk, posted);
  const done = await handleSubjectPost(desk, posted, { list, steps });
  if (done) return done;
  if (posted.intent !== "channel") return unknownFormResponse(posted);
  const settings = readPostedSettings(posted.fields);
  const given = { ...formSubjectOf(desk, posted), ...parseFieldValues(channelFields, posted.values), settings };
  return formResultResponse(posted, await updateChannel(desk.ctx, given), muteSubjectPath(desk, list), "channel-saved");
}
