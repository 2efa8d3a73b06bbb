import { moveRule } from "~/alert-rules/verbs";
import { parseFieldValues } from "~/fields/fields";
import { handleSubjectPost, muteSubjectPath } from "~/mutes/desk/subject-actions";
import { formSubjectOf, type PageDeskRequest, routeParam } from "~/ui/frame/desk";
import {
  formResultResponse,
  type PostedForm,
  readPostedSettings,
  readPostedText,
  unknownFormResponse,
} from "~/ui/parts/posted-form";
import { rotateSourceAddress } from "../rotation";
import { sourceFields } from "../rules/fields";
import { sendSourceTest } from "../send-test";
import { updateSource } from "../update";
import { deleteSource } from "../verbs";
import { handleEndOldCredentialPost } from "./end-old";
import { sourceQuietFormName } from "./quiet-notice";

const list = "sources";

async function saveSource(desk: PageDeskRequest, posted: PostedForm) {
  const settings = readPostedSettings(posted.fields);
  const given = { ...formSubjectOf(desk, posted), ...parseFieldValues(sourceFields, posted.values), settings };
  return formResultResponse(posted, await updateSource(desk.ctx, given), muteSubjectPath(desk, list), "source-saved");
}

async function reorderRules(desk: PageDeskRequest, posted: PostedForm) {
  const { pageId, id: sourceId, version, commitId } = formSubjectOf(desk, posted);
  const rule = { pageId, sourceId, id: readPostedText(posted.fields, "rule"), version, commitId };
  const direction = readPostedText(posted.fields, "direction") === "up" ? "up" : "down";
  return formResultResponse(
    posted,
    await moveRule(desk.ctx, { ...rule, direction }),
    muteSubjectPath(desk, list),
    "order-changed",
  );
}

async function confirmQuiet(desk: PageDeskRequest, posted: PostedForm) {
  const given = { ...formSubjectOf(desk, posted), quietMeansWell: true };
  return formResultResponse(
    posted,
    await updateSource(desk.ctx, given),
    muteSubjectPath(desk, list),
    "quiet-confirmed",
  );
}

const steps = {
  rotate: { act: rotateSourceAddress, key: "source-rotated", sure: true },
  delete: { act: deleteSource, key: "source-deleted", sure: true, ends: true },
  test: { act: sendSourceTest, key: "test-sent" },
};

/** Handles every form of a source's page, by the form's name. */
export async function handleSourcePost(desk: PageDeskRequest, posted: PostedForm) {
  const done = await handleSubjectPost(desk, posted, { list, mutes: "source", steps });
  if (done) return done;
  const ended = await handleEndOldCredentialPost(desk, posted, muteSubjectPath(desk, list));
  if (ended) return ended;
  if (posted.intent === sourceQuietFormName(routeParam(desk, "id"))) return confirmQuiet(desk, posted);
  if (posted.intent === "move-rule") return reorderRules(desk, posted);
  return posted.intent === "source" ? saveSource(desk, posted) : unknownFormResponse(posted);
}
