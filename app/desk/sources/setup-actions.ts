import { sendTest } from "~/usecases/sources/send-test";
import type { PageDesk } from "../frame/desk";
import { answer, type Posted } from "../parts/posted";
import { hereOf, subjectOf } from "../parts/subject-actions";
import { endOld } from "./end-old";

/** What the set-up page can post. */
export async function actOnSetup(desk: PageDesk, posted: Posted) {
  const here = `${hereOf(desk, "sources")}/setup`;
  const ended = await endOld(desk, posted, here);
  return ended ?? answer(posted, await sendTest(desk.ctx, subjectOf(desk, posted)), here, "test-sent");
}
