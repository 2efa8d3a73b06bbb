import type { Call, UnreadResponse } from "./follow";
import { type EventSocket, messageSocket } from "./message-socket";

/** workerd's own option for leaving a body encoded; Node does not know it, and undoes the codings that it can. */
type WorkerdRequestInit = RequestInit & { encodeResponseBody: "manual" };

type Sender = (url: URL, init: WorkerdRequestInit) => Promise<Response>;

/** Makes one request with the given sender. The caller follows redirects. */
export const callBy =
  (send: Sender): Call =>
  ({ url, request: { method = "GET", body, bytes }, headers, signal }) =>
    send(url, {
      method,
      headers: { "user-agent": "Upfront", ...headers },
      ...(bytes === undefined && body === undefined ? {} : { body: bytes ?? body ?? null }),
      redirect: "manual",
      // Without it Cloudflare's cache would answer for a host that is unreachable.
      cache: "no-store",
      encodeResponseBody: "manual",
      signal,
    }) as Promise<UnreadResponse>;

/** Makes one request with the runtime's fetch. */
export const callByFetch = callBy((url, init) => fetch(url, init));

interface RuntimeSocket extends EventSocket {
  accept(): void;
}

/** workerd returns the socket with its answer. https://developers.cloudflare.com/workers/runtime-apis/websockets/ */
export const upgradeByFetch: Call = async (given) => {
  const asked = { ...given, headers: { ...given.headers, upgrade: "websocket" } };
  const response = (await callByFetch(asked)) as UnreadResponse & { webSocket?: RuntimeSocket | null };
  const { status, headers, body, webSocket } = response;
  if (!webSocket) return { status, headers, body };
  const socket = messageSocket(webSocket);
  webSocket.accept();
  return { status, headers, body: null, socket };
};
