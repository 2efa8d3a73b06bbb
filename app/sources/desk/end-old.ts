import { formSubjectOf, type PageDeskRequest } from "~/ui/frame/desk";
import { formResultResponse, type PostedForm } from "~/ui/parts/posted-form";
import { endSourceOverlap } from "../rotation";

/** Ends the old address or the old secrets now; null when another form was posted. */
export async function handleEndOldCredentialPost(desk: PageDeskRequest, posted: PostedForm, to: string) {
  const [, name = ""] = /^end-(address|settings)$/.exec(posted.intent) ?? [];
  if (name === "") return null;
  const what = name === "address" ? "address" : "settings";
  return formResultResponse(
    posted,
    await endSourceOverlap(desk.ctx, { ...formSubjectOf(desk, posted), what }),
    to,
    `old-${what}-ended`,
  );
}
