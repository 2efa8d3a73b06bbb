import {
  type CallFailure,
  callFailureHeader,
  callLengthHeader,
  callProcessHeader,
  callServiceAliveUrl,
} from "~/net/call-headers";
import { makeCaller } from "./call-once";
import type { OutboundCall, UnreadResponse } from "./follow";

/** Thrown when the calling service has no answer of the other side; `not_ours`: the service itself is unreachable. */
export class NoAnswerError extends Error {
  constructor(readonly why: CallFailure) {
    super(why);
  }
}

/** Returns the other side's own headers, without those of the service's connection. */
function headersOf({ headers: given }: Response): Headers {
  const headers = new Headers(given);
  const length = headers.get(callLengthHeader);
  for (const name of ["connection", "transfer-encoding", callLengthHeader, callProcessHeader]) headers.delete(name);
  if (length !== null) headers.set("content-length", length);
  return headers;
}

/** Returns true when the process that started an answer still runs, and says so within a second. */
async function isAlive(service: Fetcher, id: string | null): Promise<boolean> {
  const signal = AbortSignal.timeout(1000) as never;
  const answer = await service.fetch(callServiceAliveUrl, { signal }).catch(() => null);
  return answer?.headers.get(callProcessHeader) === id;
}

function answered(service: Fetcher, answer: Response): UnreadResponse {
  const why = answer.headers.get(callFailureHeader);
  if (why !== null) throw new NoAnswerError(why as CallFailure);
  const id = answer.headers.get(callProcessHeader);
  const { status, body } = answer;
  return { status, headers: headersOf(answer), body, isStillServed: () => isAlive(service, id) };
}

/** Makes one request with this machine's service (server/calls). Throws NoAnswerError, or the error of an abort. */
export const callByService = (service: Fetcher): OutboundCall =>
  makeCaller(async (url, init) => {
    const answer = await (service.fetch(url as never, init as never) as unknown as Promise<Response>).catch((error) => {
      throw init.signal?.aborted ? error : new NoAnswerError("not_ours");
    });
    return answered(service, answer) as never;
  });
