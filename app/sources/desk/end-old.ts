import { type PageDesk, subjectOf } from "~/ui/frame/desk";
import { answerForm, type PostedForm } from "~/ui/parts/posted-form";
import { endOverlap } from "../rotation";

/** Ends the old address or the old secrets now; null when another form was posted. */
export async function endOld(desk: PageDesk, posted: PostedForm, to: string) {
  const [, name = ""] = /^end-(address|settings)$/.exec(posted.intent) ?? [];
  if (name === "") return null;
  const what = name === "address" ? "address" : "settings";
  return answerForm(posted, await endOverlap(desk.ctx, { ...subjectOf(desk, posted), what }), to, `old-${what}-ended`);
}
