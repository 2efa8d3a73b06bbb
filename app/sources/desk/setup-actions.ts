import { throwFailure } from "~/http/page-failure";
import { actOnSubject, subjectPath } from "~/mutes/desk/subject-actions";
import type { PageDesk } from "~/ui/frame/desk";
import type { PostedForm } from "~/ui/parts/posted-form";
import { rotateSource } from "../rotation";
import { sendTest } from "../send-test";
import { endOld } from "./end-old";

const place = "/setup";

const steps = {
  rotate: { act: rotateSource, key: "source-rotated", sure: true, place },
  test: { act: sendTest, key: "test-sent", place },
};

/** Handles every form of the set-up page. */
export async function actOnSetup(desk: PageDesk, posted: PostedForm) {
  const done = await actOnSubject(desk, posted, { list: "sources", steps });
  return (
    done ?? (await endOld(desk, posted, `${subjectPath(desk, "sources")}${place}`)) ?? throwFailure({ name: "missing" })
  );
}
