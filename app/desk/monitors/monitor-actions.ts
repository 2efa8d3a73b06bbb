import { data } from "@remix-run/cloudflare";
import { refusalText } from "~/i18n/refusal-text";
import type { Refusal } from "~/rules/failures/refusal";
import { valuesIn } from "~/rules/fields/fields";
import { monitorFields } from "~/rules/monitors/fields";
import { nameOrigins } from "~/usecases/dependences/names";
import { bulkMonitors } from "~/usecases/monitors/bulk";
import { checkNow } from "~/usecases/monitors/check-now";
import { deleteMonitor } from "~/usecases/monitors/delete";
import { pauseMonitor } from "~/usecases/monitors/pause";
import { resumeMonitor } from "~/usecases/monitors/resume";
import { updateMonitor } from "~/usecases/monitors/update";
import { orThrow, type PageDesk } from "../frame/desk";
import { answer, type Posted, settingsOf, showAgain, showErrors, showFailure, typed } from "../parts/posted";
import { actOnSubject, hereOf, listOf, subjectOf } from "../parts/subject-actions";
import { sureToDelete } from "./monitor-delete";
import { idOfBox } from "./monitor-list";
import { wordsIn } from "./words";

const list = "monitors";

async function save(desk: PageDesk, posted: Posted) {
  const settings = settingsOf(posted.fields);
  const given = { ...subjectOf(desk, posted), ...valuesIn(monitorFields, posted.values), settings };
  return answer(posted, await updateMonitor(desk.ctx, given), hereOf(desk, list), "monitor-saved");
}

/** The answer is shown, not gone to: it counts for nothing and is kept nowhere. */
async function check(desk: PageDesk, posted: Posted) {
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

/** All that one monitor's page can post, by the name of the form. */
export async function actOnMonitor(desk: PageDesk, posted: Posted) {
  const done = await actOnSubject(desk, posted, { list, mutes: "monitor", steps });
  if (done) return done;
  return posted.form === "check" ? check(desk, posted) : save(desk, posted);
}

/** The interval of all of them is typed as the value. */
const besideValue = ({ interval, ...fields }: Record<string, string>): Record<string, string> =>
  interval === undefined ? fields : { ...fields, value: interval };

/** Asked once, with the names of all that would go; nothing is deleted yet. */
async function askToDelete({ ctx, pageId }: PageDesk, posted: Posted, ids: readonly string[]) {
  const all = orThrow(await nameOrigins(ctx, { pageId }));
  const deleting = all.filter(({ id, family }) => family === "monitor" && ids.includes(id));
  return showAgain(posted, { deleting: deleting.map(({ id, name }) => ({ id, name })) });
}

/** One thing done to all that are ticked on the list. */
export async function actOnMonitors(desk: PageDesk, posted: Posted) {
  const action = typed(posted.fields, "deed");
  if (action === "") return showErrors(posted, { deed: wordsIn(desk.language).t("bulk.missing") });
  const ids = [...posted.fields.keys()].flatMap((name) => idOfBox(name) ?? []);
  if (action === "delete" && ids.length > 0) return askToDelete(desk, posted, ids);
  const deed = action === sureToDelete ? "delete" : action;
  const { pageId } = desk;
  const given = { pageId, ids, action: deed, value: typed(posted.fields, "value"), commitId: posted.commitId };
  const changed = await bulkMonitors(desk.ctx, given);
  if (!changed.ok && changed.failure.name === "invalid") {
    return showErrors(posted, besideValue(changed.failure.fields));
  }
  return answer(posted, changed, listOf(desk, list), deed === "delete" ? "monitors-deleted" : "monitors-changed");
}
