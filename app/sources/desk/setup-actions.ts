import { throwFailureResponse } from "~/http/page-failure";
import { handleSubjectPost, muteSubjectPath } from "~/mutes/desk/subject-actions";
import type { PageDeskRequest } from "~/ui/frame/desk";
import type { PostedForm } from "~/ui/parts/posted-form";
import { rotateSourceAddress } from "../rotation";
import { sendSourceTest } from "../send-test";
import { handleEndOldCredentialPost } from "./end-old";

const place = "/setup";

const steps = {
  rotate: { act: rotateSourceAddress, key: "source-rotated", sure: true, place },
  test: { act: sendSourceTest, key: "test-sent", place },
};

/** Handles every form of the set-up page. */
export async function handleSourceSetupPost(desk: PageDeskRequest, posted: PostedForm) {
  const done = await handleSubjectPost(desk, posted, { list: "sources", steps });
  return (
    done ??
    (await handleEndOldCredentialPost(desk, posted, `${muteSubjectPath(desk, "sources")}${place}`)) ??
    throwFailureResponse({ name: "missing" })
  );
}
