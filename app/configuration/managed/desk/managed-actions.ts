import type { Result } from "~/failures/failure";
import { formResultResponse, type PostedForm, readPostedText } from "~/ui/parts/posted-form";
import { takeOverFormName } from "./take-over-name";

export const isTakeOverIntent = ({ intent }: PostedForm): boolean => intent === takeOverFormName;

/** Answers the post of a `ManagedByFilesBanner`: leads back to where it was pressed, which is below this path. */
export async function answerTakeOver<Value>(
  posted: PostedForm,
  within: string,
  takeOver: (given: { id: string; commitId: string; field?: string }) => Promise<Result<Value>>,
) {
  const [id, field] = [readPostedText(posted.fields, "id"), readPostedText(posted.fields, "field")];
  const taken = await takeOver({ id, commitId: posted.commitId, ...(field === "" ? {} : { field }) });
  const from = readPostedText(posted.fields, "from");
  const to = from.startsWith(`${within}/`) && !/[?#\\]|\/\//.test(from) ? from : within;
  return formResultResponse(posted, taken, to, "configuration-taken-over");
}
