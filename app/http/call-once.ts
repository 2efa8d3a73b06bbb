import type { OutboundCall, UnreadResponse } from "./follow";
import { makeMessageSocket, type WebSocketLike } from "./message-socket";

/** workerd's own option for leaving a body encoded; Node does not know it, and undoes the codings that it can. */
type WorkerdRequestInit = RequestInit & { encodeResponseBody: "manual" };

type RequestSender = (url: URL, init: WorkerdRequestInit) => Promise<Response>;

/** Makes one request with the given sender. The caller follows redirects. */
export const makeCaller =
  (send: RequestSender): OutboundCall =>
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
export const callByFetch = makeCaller((url, init) => fetch(url, init));

interface RuntimeSocket extends WebSocketLike {
  accept(): void;
}

/** workerd returns the socket with its answer. https://developers.cloudflare.com/workers/runtime-apis/websockets/ */
export const upgradeToWebSocket: OutboundCall = async (given) => {
  const asked = { ...given, headers: { ...given.headers, upgrade: "websocket" } };
  const response = (await callByFetch(asked)) as UnreadResponse & { webSocket?: RuntimeSocket | null };
  const { status, headers, body, webSocket } = response;
  if (!webSocket) return { status, headers, body };
  const socket = makeMessageSocket(webSocket);
  webSocket.accept();
  return { status, headers, body: null, socket };
};
