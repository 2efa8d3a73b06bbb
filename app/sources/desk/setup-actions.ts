import { throwFailure } from "~/http/page-failure";
import { actOnSubject, hereOf } from "~/mutes/desk/subject-actions";
import type { PageDesk } from "~/ui/frame/desk";
import type { Posted } from "~/ui/parts/posted";
import { rotateSource } from "../rotate";
import { sendTest } from "../send-test";
import { endOld } from "./end-old";

const place = "/setup";

const steps = {
  rotate: { act: rotateSource, key: "source-rotated", sure: true, place },
  test: { act: sendTest, key: "test-sent", place },
};

/** Handles every form of the set-up page. */
export async function actOnSetup(desk: PageDesk, posted: Posted) {
  const done = await actOnSubject(desk, posted, { list: "sources", steps });
  return (
    done ?? (await endOld(desk, posted, `${hereOf(desk, "sources")}${place}`)) ?? throwFailure({ name: "missing" })
  );
}
