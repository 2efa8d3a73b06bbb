import type { MessageSocket, WebSocketEvent } from "~/platform/outbound";
import { decodeMessageText } from "~/text/read-text";

/**
 * The common interface of the runtime's sockets and those of tests.
 * https://websockets.spec.whatwg.org/#the-websocket-interface
 */
export interface WebSocketLike {
  binaryType?: string;
  send(text: string): void;
  close(code?: number): void;
  addEventListener(type: "message", listener: (event: { data: unknown }) => void): void;
  addEventListener(type: "close", listener: (event: { code?: number }) => void): void;
  addEventListener(type: "error", listener: () => void): void;
}

/** Maximum total size of the stored messages in bytes, as for any other response. */
const mostBytes = 256 * 1024;
/** Bytes counted for each message besides its text, so that a flood of empty messages ends, too. */
const messageOverheadBytes = 32;

const textOf = (data: unknown): string =>
  typeof data === "string" ? data : data instanceof ArrayBuffer ? decodeMessageText(new Uint8Array(data)) : "";

/** Returns the close code, or null for the codes that mean no code or a lost connection (RFC 6455 §7.4.1). */
const codeOf = (code: number | undefined) => (code === undefined || code === 1005 || code === 1006 ? null : code);

/**
 * Returns the messages in order, one on each request; the amount of unrequested messages is bounded. Call `accept`
 * after this.
 */
export function makeMessageSocket(socket: WebSocketLike): MessageSocket {
  const kept: WebSocketEvent[] = [];
  let [size, over] = [0, false];
  let waiting: ((heard: WebSocketEvent) => void) | null = null;
  const hear = (heard: WebSocketEvent) => {
    if (over) return;
    over = heard.kind !== "message";
    kept.push(heard);
    const first = waiting && kept.shift();
    if (first) waiting?.(first);
    waiting = null;
  };
  const close = () => socket.close(1000);
  socket.binaryType = "arraybuffer";
  socket.addEventListener("message", ({ data }) => {
    const text = textOf(data);
    size += text.length + messageOverheadBytes;
    if (size <= mostBytes) return hear({ kind: "message", text });
    hear({ kind: "full" });
    close();
  });
  socket.addEventListener("close", ({ code }) => hear({ kind: "ended", code: codeOf(code) }));
  socket.addEventListener("error", () => hear({ kind: "ended", code: null }));
  return {
    send: (text) => socket.send(text),
    next() {
      const first = kept.shift();
      if (first) return Promise.resolve(first);
      return new Promise((resolve) => {
        waiting = resolve;
      });
    },
    close,
  };
}
