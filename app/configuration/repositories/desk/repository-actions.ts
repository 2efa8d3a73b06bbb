import { data } from "@remix-run/cloudflare";
import { parseFieldValues } from "~/fields/fields";
import { missingConfirmationErrors } from "~/mutes/desk/subject-actions";
import { formSubjectOf, type PageDeskRequest } from "~/ui/frame/desk";
import {
  formFailureResponse,
  formResultResponse,
  type PostedForm,
  readPostedForm,
  unknownFormResponse,
} from "~/ui/parts/posted-form";
import { configurationPath } from "../../desk/configuration-paths";
import { repositoryFields } from "../../rules/repository-fields";
import { requestReading } from "../request-reading";
import { rotateRepositorySecret } from "../rotate-secret";
import { deleteRepository, updateRepository } from "../verbs";
import { repositoryPath } from "./repository-paths";

/** Answers with the new secret itself, because no other page has it. */
async function createSecret(desk: PageDeskRequest, posted: PostedForm) {
  const made = await rotateRepositorySecret(desk.ctx, formSubjectOf(desk, posted));
  if (!made.ok) return formFailureResponse(posted, made.failure);
  return data({ made: made.value }, { status: 200 });
}

async function readNow(desk: PageDeskRequest, posted: PostedForm) {
  const { pageId, id, commitId } = formSubjectOf(desk, posted);
  const begun = await requestReading(desk.ctx, { pageId, id, commitId });
  return formResultResponse(posted, begun, repositoryPath(desk.slug, id), "repository-read");
}

async function disconnect(desk: PageDeskRequest, posted: PostedForm) {
  const gone = await deleteRepository(desk.ctx, formSubjectOf(desk, posted));
  return formResultResponse(posted, gone, configurationPath(desk.slug), "repository-deleted");
}

async function save(desk: PageDeskRequest, posted: PostedForm) {
  const subject = formSubjectOf(desk, posted);
  const saved = await updateRepository(desk.ctx, { ...subject, ...parseFieldValues(repositoryFields, posted.values) });
  return formResultResponse(posted, saved, repositoryPath(desk.slug, subject.id), "repository-saved");
}

/** Runs what a button of the page asks for. */
export async function handleRepositoryPost(desk: PageDeskRequest) {
  const posted = await readPostedForm(desk);
  switch (posted.intent) {
    case "secret":
      return createSecret(desk, posted);
    case "rotate":
      return missingConfirmationErrors(posted) ?? createSecret(desk, posted);
    case "read":
      return readNow(desk, posted);
    case "delete":
      return missingConfirmationErrors(posted) ?? disconnect(desk, posted);
    case "repository":
      return save(desk, posted);
    default:
      return unknownFormResponse(posted);
  }
}
