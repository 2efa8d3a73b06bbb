import { type CallFailure, callFailureHeader } from "~/net/call-headers";
import { callBy } from "./call-once";
import type { Answered, Call } from "./follow";

/** The service that makes our calls has no answer of the other side's; `not_ours`: it is not there itself. */
export class NoAnswer extends Error {
  constructor(readonly why: CallFailure) {
    super(why);
  }
}

function answered(answer: Response): Answered {
  const why = answer.headers.get(callFailureHeader);
  if (why !== null) throw new NoAnswer(why as CallFailure);
  return answer as Answered;
}

/** One request by the service of this machine (server/calls). Throws NoAnswer, and what an abort throws. */
export const callByService = (service: Fetcher): Call =>
  callBy(async (url, init) => {
    const answer = await (service.fetch(url as never, init as never) as unknown as Promise<Response>).catch((error) => {
      throw init.signal?.aborted ? error : new NoAnswer("not_ours");
    });
    return answered(answer) as never;
  });
