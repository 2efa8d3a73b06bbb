import { redirect } from "@remix-run/cloudflare";
import type { Result } from "~/failures/failure";
import type { PageDeskRequest } from "~/ui/frame/desk";
import {
  formAgainResponse,
  formFailureResponse,
  formResultResponse,
  isCheckboxTicked,
  type PostedForm,
  readPostedForm,
  readPostedText,
  readUploadedText,
  unknownFormResponse,
} from "~/ui/parts/posted-form";
import type { AppliedConfiguration } from "../apply-configuration";
import { answerTakeOver, isTakeOverIntent } from "../managed/desk/managed-actions";
import type { ConfigurationPlanView } from "../plan-configuration";
import { configurationPath } from "./configuration-paths";
import { deleteSecretFormName, secretFormName } from "./form-names";
import { shownPlanOf } from "./shown-plan";

/** Shows the form again with the plan of its file below it. */
async function answerWithPlan(posted: PostedForm, view: ConfigurationPlanView, isNew: boolean) {
  const plan = await shownPlanOf(posted.values.text ?? "", view, isNew);
  return formAgainResponse(posted, { plan }, { status: isNew ? 409 : 200 });
}

const isChanged = (done: Result<AppliedConfiguration>): boolean =>
  !done.ok && done.failure.name === "conflict" && done.failure.code === "changed";

async function applyPosted(desk: PageDeskRequest, posted: PostedForm, file: { text: string; prune: boolean }) {
  const { applyConfiguration } = await import("../apply-configuration");
  const expected = readPostedText(posted.fields, "expected");
  const { commitId } = posted;
  const done = await applyConfiguration(desk.ctx, { ...file, commitId, ...(expected ? { expected } : {}) });
  if (done.ok && done.value.job !== null)
    return redirect(`${configurationPath(desk.slug)}/jobs/${done.value.job.id}`, 303);
  if (done.ok) return answerWithPlan(posted, done.value, false);
  if (isChanged(done) && done.failure.name === "conflict")
    return answerWithPlan(posted, done.failure.current as ConfigurationPlanView, true);
  const isOfFile = done.failure.name === "invalid" && done.failure.code === "file_errors";
  return isOfFile ? planPosted(desk, posted, file) : formFailureResponse(posted, done.failure);
}

async function planPosted(desk: PageDeskRequest, posted: PostedForm, file: { text: string; prune: boolean }) {
  const { planConfiguration } = await import("../plan-configuration");
  const planned = await planConfiguration(desk.ctx, file);
  return planned.ok ? answerWithPlan(posted, planned.value, false) : formFailureResponse(posted, planned.failure);
}

async function setSecret(desk: PageDeskRequest, posted: PostedForm) {
  const { setPageSecret } = await import("../page-secrets");
  const [name, value] = [readPostedText(posted.fields, "name"), readPostedText(posted.fields, "value")];
  const set = await setPageSecret(desk.ctx, { pageId: desk.pageId, name, value, commitId: posted.commitId });
  return formResultResponse(posted, set, configurationPath(desk.slug), "configuration-secret-saved");
}

async function deleteSecret(desk: PageDeskRequest, posted: PostedForm) {
  const { deletePageSecret } = await import("../page-secrets");
  const name = readPostedText(posted.fields, "name");
  const gone = await deletePageSecret(desk.ctx, { pageId: desk.pageId, name, commitId: posted.commitId });
  return formResultResponse(posted, gone, configurationPath(desk.slug), "configuration-secret-deleted");
}

async function takeOver(desk: PageDeskRequest, posted: PostedForm) {
  const { takeOverManagedThing } = await import("../managed/managed-thing");
  const { ctx, pageId, slug } = desk;
  return answerTakeOver(posted, `/manage/${slug}`, (given) => takeOverManagedThing(ctx, { pageId, ...given }));
}

/** Runs what a button of the page asks for. */
export async function handleConfigurationPost(desk: PageDeskRequest) {
  const uploaded = await readUploadedText(desk, "upload");
  const posted = await readPostedForm(desk);
  if (isTakeOverIntent(posted)) return takeOver(desk, posted);
  if (posted.intent === secretFormName) return setSecret(desk, posted);
  if (posted.intent === deleteSecretFormName) return deleteSecret(desk, posted);
  const text = uploaded.trim() === "" ? readPostedText(posted.fields, "text") : uploaded;
  posted.values.text = text;
  const file = { text, prune: isCheckboxTicked(posted.fields, "prune") };
  if (posted.intent === "apply") return applyPosted(desk, posted, file);
  return posted.intent === "plan" ? planPosted(desk, posted, file) : unknownFormResponse(posted);
}
