import type { Result } from "~/failures/failure";
import type { PageDeskRequest } from "~/ui/frame/desk";
import {
  formResultResponse,
  type PostedForm,
  readPostedText,
  redirectWithNotice,
  unknownFormResponse,
} from "~/ui/parts/posted-form";
import { dismissProposal, publishProposal } from "../verbs";
import { proposalIntents } from "./proposal-deeds";

const isId = (text: string): boolean => /^[\w-]{1,80}$/.test(text);

/** Returns the page from which it was sent: the room of its incident, or the list. */
function backOf(desk: PageDeskRequest, posted: PostedForm): string {
  const incident = readPostedText(posted.fields, "incident");
  return `/manage/${desk.slug}/${isId(incident) ? `incidents/${incident}` : "proposals"}`;
}

/** Returns true when another person was faster, or the proposal is out of date. */
const isOver = (result: Result<unknown>): boolean =>
  !result.ok &&
  (result.failure.name === "missing" ||
    (result.failure.name === "conflict" && result.failure.code === "proposal_over"));

/** Handles the buttons of a proposal, wherever it is shown. */
export async function handleProposalPost(desk: PageDeskRequest, posted: PostedForm) {
  const target = { pageId: desk.pageId, id: readPostedText(posted.fields, "proposal"), commitId: posted.commitId };
  const back = backOf(desk, posted);
  if (posted.intent !== proposalIntents.publish && posted.intent !== proposalIntents.dismiss)
    return unknownFormResponse(posted);
  const publishes = posted.intent === proposalIntents.publish;
  const done = publishes ? await publishProposal(desk.ctx, target) : await dismissProposal(desk.ctx, target);
  if (isOver(done)) return redirectWithNotice(back, "proposal-over");
  return formResultResponse(posted, done, back, publishes ? "proposal-published" : "proposal-dismissed");
}
