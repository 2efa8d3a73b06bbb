import { data } from "@remix-run/cloudflare";
import type { Refusal } from "~/failures/refusal";
import { postedValuesIn } from "~/fields/fields";
import { refusalText } from "~/i18n/refusal-text";
import { actOnSubject, subjectPath } from "~/mutes/desk/subject-actions";
import type { PageDesk } from "~/ui/frame/desk";
import { subjectOf } from "~/ui/frame/desk";
import { answerForm, type PostedForm, refuseUnknown, settingsOf, showFailure } from "~/ui/parts/posted-form";
import { bulkMonitors } from "../bulk";
import { checkNow } from "../check-now";
import { monitorFields } from "../rules/fields";
import { updateMonitor } from "../update";
import { deleteMonitor, pauseMonitor, resumeMonitor } from "../verbs";
import { actOnMany } from "./many-actions";

const list = "monitors";

async function save(desk: PageDesk, posted: PostedForm) {
  const settings = settingsOf(posted.fields);
  const given = { ...subjectOf(desk, posted), ...postedValuesIn(monitorFields, posted.values), settings };
  return answerForm(posted, await updateMonitor(desk.ctx, given), subjectPath(desk, list), "monitor-saved");
}

/** Shows the result instead of redirecting, because it is not stored and changes no state. */
async function check(desk: PageDesk, posted: PostedForm) {
  const { pageId, id } = subjectOf(desk, posted);
  const found = await checkNow(desk.ctx, { pageId, id });
  if (!found.ok) return showFailure(posted, found.failure);
  const why = (message: Refusal) => refusalText(message, desk.language);
  const steps = found.value.steps.map((each) => ({ ...each, title: why(each.title), detail: why(each.detail) }));
  return data({ checked: { ...found.value, detail: why(found.value.detail), steps } }, { status: 200 });
}

const steps = {
  pause: { act: pauseMonitor, key: "monitor-paused" },
  resume: { act: resumeMonitor, key: "monitor-resumed" },
  delete: { act: deleteMonitor, key: "monitor-deleted", sure: true, ends: true },
};

/** Handles every form of a monitor's page, by the form's name. */
export async function actOnMonitor(desk: PageDesk, posted: PostedForm) {
  const done = await actOnSubject(desk, posted, { list, mutes: "monitor", steps });
  if (done) return done;
  if (posted.intent === "check") return check(desk, posted);
  return posted.intent === "monitor" ? save(desk, posted) : refuseUnknown(posted);
}

/** Applies one action to all ticked monitors of the list. */
export const actOnMonitors = (desk: PageDesk, posted: PostedForm) => actOnMany(desk, posted, "monitor", bulkMonitors);
