import { data } from "@remix-run/cloudflare";
import { rowPageOf } from "~/change/ticked-rows";
import type { Refusal } from "~/failures/refusal";
import { parsePostedFieldValues } from "~/fields/fields";
import { refusalText } from "~/i18n/refusal-text";
import { handleSubjectPost, muteSubjectPath } from "~/mutes/desk/subject-actions";
import type { PageDeskRequest } from "~/ui/frame/desk";
import { formSubjectOf } from "~/ui/frame/desk";
import {
  formFailureResponse,
  formResultResponse,
  type PostedForm,
  readPostedSettings,
  unknownFormResponse,
} from "~/ui/parts/posted-form";
import { bulkChangeMonitors } from "../bulk";
import { checkMonitorNow } from "../check-now";
import { monitorFields } from "../rules/fields";
import { listSortWorstFirst, monitorSortKeys } from "../rules/list-order";
import { updateMonitor } from "../update";
import { deleteMonitor, listMonitors, pauseMonitor, resumeMonitor } from "../verbs";
import { readObserverListRequest } from "./list-request";
import { handleBulkPost } from "./many-actions";
import { shownMonitorStates } from "./monitor-words";

const list = "monitors";

async function save(desk: PageDeskRequest, posted: PostedForm) {
  const settings = readPostedSettings(posted.fields);
  const given = { ...formSubjectOf(desk, posted), ...parsePostedFieldValues(monitorFields, posted.values), settings };
  return formResultResponse(posted, await updateMonitor(desk.ctx, given), muteSubjectPath(desk, list), "monitor-saved");
}

/** Shows the result instead of redirecting, because it is not stored and changes no state. */
async function check(desk: PageDeskRequest, posted: PostedForm) {
  const { pageId, id } = formSubjectOf(desk, posted);
  const found = await checkMonitorNow(desk.ctx, { pageId, id });
  if (!found.ok) return formFailureResponse(posted, found.failure);
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
export async function handleMonitorPost(desk: PageDeskRequest, posted: PostedForm) {
  const done = await handleSubjectPost(desk, posted, { list, mutes: "monitor", steps });
  if (done) return done;
  if (posted.intent === "check") return check(desk, posted);
  return posted.intent === "monitor" ? save(desk, posted) : unknownFormResponse(posted);
}

/** Reads which monitors the URL asks for. */
export function monitorListOf({ pageId, url }: PageDeskRequest) {
  const { sort, filter, after, ...shown } = readObserverListRequest(url, monitorSortKeys, listSortWorstFirst);
  const state = shownMonitorStates.find((each) => each === filter.state) ?? "";
  return { ...shown, after, query: { pageId, sort, ...filter, state } };
}

/** Applies one action to all ticked monitors of the list. */
export function handleBulkMonitorPost(desk: PageDeskRequest, posted: PostedForm) {
  const { query } = monitorListOf(desk);
  const readPage = async (after: string) =>
    rowPageOf(await listMonitors(desk.ctx, { ...query, after }), ({ monitors, more: next }) => ({
      ids: monitors.map(({ id }) => id),
      next,
    }));
  return handleBulkPost(desk, posted, { many: "monitor", readPage, act: bulkChangeMonitors });
}
