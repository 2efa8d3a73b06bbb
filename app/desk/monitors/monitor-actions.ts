import { data } from "@remix-run/cloudflare";
import { bulkMonitors } from "~/usecases/monitors/bulk";
import { checkNow } from "~/usecases/monitors/check-now";
import { deleteMonitor } from "~/usecases/monitors/delete";
import { pauseMonitor } from "~/usecases/monitors/pause";
import { resumeMonitor } from "~/usecases/monitors/resume";
import { updateMonitor } from "~/usecases/monitors/update";
import { type PageDesk, param } from "../frame/desk";
import { actOnMute, isMuting } from "../mutes/mute-actions";
import { answer, type Posted, refuse, refuseFields, ticked, typed } from "../parts/posted";
import { monitorFields } from "./monitor-fields";
import { idOfBox } from "./monitor-list";

const subjectOf = (desk: PageDesk, posted: Posted) => ({
  pageId: desk.pageId,
  id: param(desk, "id"),
  version: posted.version,
  commitId: posted.commitId,
});

const listOf = (desk: PageDesk) => `/manage/${desk.slug}/monitors`;

const hereOf = (desk: PageDesk) => `${listOf(desk)}/${param(desk, "id")}`;

async function save(desk: PageDesk, posted: Posted) {
  const { errors, value } = monitorFields(posted.fields);
  if (Object.keys(errors).length > 0) return refuseFields(posted, errors);
  const saved = await updateMonitor(desk.ctx, { ...subjectOf(desk, posted), ...value });
  return answer(posted, saved, hereOf(desk), "monitor-saved");
}

async function remove(desk: PageDesk, posted: Posted) {
  if (!ticked(posted.fields, "sure")) return refuseFields(posted, { sure: "Tick the box to go on." });
  return answer(posted, await deleteMonitor(desk.ctx, subjectOf(desk, posted)), listOf(desk), "monitor-deleted");
}

/** The answer is shown, not gone to: it counts for nothing and is kept nowhere. */
async function check(desk: PageDesk, posted: Posted) {
  const { pageId, id } = subjectOf(desk, posted);
  const found = await checkNow(desk.ctx, { pageId, id });
  return found.ok ? data({ checked: found.value }, { status: 200 }) : refuse(posted, found.failure);
}

const steps = {
  pause: { act: pauseMonitor, key: "monitor-paused" },
  resume: { act: resumeMonitor, key: "monitor-resumed" },
};

const isStep = (form: string): form is keyof typeof steps => Object.hasOwn(steps, form);

/** All that one monitor's page can post, by the name of the form. */
export async function actOnMonitor(desk: PageDesk, posted: Posted) {
  const { form } = posted;
  if (isMuting(posted)) return actOnMute(desk, posted, { kind: "monitor", id: param(desk, "id") }, hereOf(desk));
  if (form === "check") return check(desk, posted);
  if (isStep(form)) {
    const { act, key } = steps[form];
    return answer(posted, await act(desk.ctx, subjectOf(desk, posted)), hereOf(desk), key);
  }
  return form === "delete" ? remove(desk, posted) : save(desk, posted);
}

/** The interval of all of them is typed as the value. */
const besideValue = ({ interval, ...fields }: Record<string, string>): Record<string, string> =>
  interval === undefined ? fields : { ...fields, value: interval };

/** One thing done to all that are ticked on the list. */
export async function actOnMonitors(desk: PageDesk, posted: Posted) {
  const action = typed(posted.fields, "deed");
  if (action === "") return refuseFields(posted, { deed: "Choose what to do." });
  const ids = [...posted.fields.keys()].flatMap((name) => idOfBox(name) ?? []);
  const given = { pageId: desk.pageId, ids, action, value: typed(posted.fields, "value"), commitId: posted.commitId };
  const changed = await bulkMonitors(desk.ctx, given);
  if (!changed.ok && changed.failure.name === "invalid") {
    return refuseFields(posted, besideValue(changed.failure.fields));
  }
  return answer(posted, changed, listOf(desk), "monitors-changed");
}
