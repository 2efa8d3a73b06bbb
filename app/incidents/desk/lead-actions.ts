import { type PageDeskRequest, routeParam } from "~/ui/frame/desk";
import { formResultResponse, type PostedForm, readPostedText } from "~/ui/parts/posted-form";
import { changeIncidentLead } from "../lead";
import { leadFormNames, noLeadChoice } from "./lead-choice";

const leadOf = (text: string): string | null => (text === noLeadChoice ? null : text);

/** Handles the forms that change the lead; null when the form is another one. */
export async function handleLeadPost(desk: PageDeskRequest, posted: PostedForm, here: string) {
  const { intent, fields, commitId } = posted;
  if (intent !== leadFormNames.take && intent !== leadFormNames.handOver) return null;
  const changed = await changeIncidentLead(desk.ctx, {
    pageId: desk.pageId,
    id: routeParam(desk, "id"),
    commitId,
    leadId: leadOf(readPostedText(fields, "leadId")),
    shownLeadId: leadOf(readPostedText(fields, "shownLead")),
    note: readPostedText(fields, "note"),
  });
  return formResultResponse(posted, changed, here, intent === leadFormNames.take ? "lead-taken" : "lead-changed");
}
