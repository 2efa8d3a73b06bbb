import { subscribe, unsubscribe } from "node:diagnostics_channel";

/** Node's WebSocket names no cause of a failure; the client below it says it here. */
const failedRequests = "undici:request:error";

interface FailedRequest {
  request: { origin: string | URL; path: string };
  error: Error & { code?: string };
}

type Cause = FailedRequest["error"];

/** Returns the socket, or why it did not open. */
function opened(url: URL): Promise<WebSocket | Cause> {
  let cause: Cause = new Error("It does not speak WebSocket.");
  const note = (message: unknown) => {
    const { request, error } = message as FailedRequest;
    if (new URL(request.path, request.origin).href === url.href) cause = error;
  };
  subscribe(failedRequests, note);
  const socket = new WebSocket(Object.assign(new URL(url), { protocol: "ws:" }));
  const answered = new Promise<WebSocket | Cause>((resolve) => {
    socket.addEventListener("open", () => resolve(socket));
    socket.addEventListener("close", () => resolve(cause));
  });
  return answered.finally(() => unsubscribe(failedRequests, note));
}

const attemptsMost = 3;

/** A process that is gone has no port; any other failure can be of a machine that stood still. */
const isGone = ({ code }: Cause) => code === "ECONNREFUSED";

/**
 * Opens a database's connection. One that fails while the process lives is made again at once: it has sent nothing, and
 * its deadline can pass where the machine stood still.
 */
export async function openSocket(url: URL): Promise<WebSocket> {
  for (let attempt = 1; ; attempt++) {
    const answer = await opened(url);
    if (answer instanceof WebSocket) return answer;
    if (!isGone(answer) && attempt < attemptsMost) continue;
    const times = `${attempt} ${attempt === 1 ? "attempt" : "attempts"}`;
    throw new Error(`The database's process takes no connection after ${times}: ${answer.message}`, { cause: answer });
  }
}
