import { throwFailure } from "~/http/page-failure";
import { rotateSource } from "~/usecases/sources/rotate";
import { sendTest } from "~/usecases/sources/send-test";
import type { PageDesk } from "../frame/desk";
import type { Posted } from "../parts/posted";
import { actOnSubject, hereOf } from "../parts/subject-actions";
import { endOld } from "./end-old";

const place = "/setup";

const steps = {
  rotate: { act: rotateSource, key: "source-rotated", sure: true, place },
  test: { act: sendTest, key: "test-sent", place },
};

/** What the set-up page can post. */
export async function actOnSetup(desk: PageDesk, posted: Posted) {
  const done = await actOnSubject(desk, posted, { list: "sources", steps });
  return (
    done ?? (await endOld(desk, posted, `${hereOf(desk, "sources")}${place}`)) ?? throwFailure({ name: "missing" })
  );
}
