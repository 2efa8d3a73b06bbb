import type { HeardMessage, MessageSocket } from "~/platform/outbound";

/** What the runtime's sockets and those of tests have in common. https://websockets.spec.whatwg.org/#the-websocket-interface */
export interface EventSocket {
  binaryType?: string;
  send(text: string): void;
  close(code?: number): void;
  addEventListener(type: "message", listener: (event: { data: unknown }) => void): void;
  addEventListener(type: "close", listener: (event: { code?: number }) => void): void;
  addEventListener(type: "error", listener: () => void): void;
}

/** Bytes of messages that are kept in all, as of any other answer. */
const mostBytes = 256 * 1024;
/** What each message takes besides its text: a flood of empty ones ends, too. */
const eachTakes = 32;

const textOf = (data: unknown): string =>
  typeof data === "string" ? data : data instanceof ArrayBuffer ? new TextDecoder().decode(data) : "";

/** Of a code that stands for no code, or for a connection that broke off (RFC 6455 §7.4.1), nothing is known. */
const codeOf = (code: number | undefined) => (code === undefined || code === 1005 || code === 1006 ? null : code);

/** Messages in their order, to be asked for one by one; what nobody asks for is bounded. Call `accept` after this. */
export function messageSocket(socket: EventSocket): MessageSocket {
  const kept: HeardMessage[] = [];
  let [size, over] = [0, false];
  let waiting: ((heard: HeardMessage) => void) | null = null;
  const hear = (heard: HeardMessage) => {
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
    size += text.length + eachTakes;
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
