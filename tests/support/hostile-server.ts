import { createHash } from "node:crypto";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";

/** Ways of answering that a monitor must survive. */
export const manners = ["hangs", "drips", "dripsHead", "resets", "resetsLate", "floods", "babbles", "closes"] as const;
export type Manner = (typeof manners)[number];

/** One server for each way, on ports of this machine. */
export interface Hostile {
  port(manner: Manner): number;
  /** Returns the bytes written so far, and `open` the number of open connections. */
  sent(manner: Manner): number;
  open(manner: Manner): number;
  close(): Promise<void>;
}

const tenGigabytes = 10 * 1024 ** 3;
const chunk = Buffer.alloc(64 * 1024, "x");
const head = (length: number) => `HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: ${length}\r\n\r\n`;

/** Writes as fast as the other side reads, and no faster. */
function flood(socket: Socket): void {
  socket.write(head(tenGigabytes));
  const pour = () => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on("drain", pour);
  pour();
}

function drip(socket: Socket, text: string): void {
  socket.write(text);
  const timer = setInterval(() => socket.write("x"), 50);
  socket.once("close", () => clearInterval(timer));
}

const behaviours: Record<Manner, (socket: Socket) => void> = {
  hangs: () => undefined,
  drips: (socket) => drip(socket, head(tenGigabytes)),
  dripsHead: (socket) => drip(socket, "HTTP/1.1 200 OK\r\nX-Long: "),
  resets: (socket) => socket.resetAndDestroy(),
  resetsLate: (socket) => socket.write(`${head(tenGigabytes)}some`, () => socket.resetAndDestroy()),
  floods: flood,
  babbles: (socket) => socket.end("\0\u001bthis is no HTTP\r\n\r\n\r\n".repeat(20)),
  closes: (socket) => socket.end(),
};

/** Returns the handshake's answer (RFC 6455 §4.2.2). */
const accepting = (asked: string): string => {
  const key = /sec-websocket-key: *(\S+)/i.exec(asked)?.[1] ?? "";
  const accept = createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
  return `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`;
};

/** Returns the head of a text message of so many bytes, at most 65,535 (RFC 6455 §5.2). */
const frameHead = (length: number) => Buffer.from([0x81, 126, length >> 8, length & 0xff]);

/** Sends message after message, as fast as the other side reads. */
function floodMessages(socket: Socket): void {
  const message = Buffer.concat([frameHead(60_000), Buffer.alloc(60_000, "x")]);
  const pour = () => {
    while (!socket.destroyed && socket.write(message));
  };
  socket.on("drain", pour);
  pour();
}

/** Differences after a WebSocket handshake, which is completed first. */
const afterUpgrade: Partial<Record<Manner, (socket: Socket) => void>> = {
  hangs: () => undefined,
  drips: (socket) => {
    socket.write(frameHead(60_000));
    drip(socket, "x");
  },
  resetsLate: (socket) => socket.write(frameHead(60_000), () => socket.resetAndDestroy()),
  floods: floodMessages,
  babbles: (socket) => socket.end(Buffer.alloc(400, 0xff)),
  closes: (socket) => socket.end(),
};

interface One {
  server: Server;
  sockets: Set<Socket>;
  /** Bytes written to closed connections. */
  written: number;
}

/** Starts when a request arrives; a peer that never sends one is answered after 50 ms. */
function onceAsked(socket: Socket, manner: Manner): void {
  let begun = false;
  const begin = (data?: Buffer) => {
    if (begun || socket.destroyed) return;
    begun = true;
    const asked = data?.toString("latin1") ?? "";
    const upgraded = /^upgrade: *websocket/im.test(asked) ? afterUpgrade[manner] : undefined;
    if (upgraded) socket.write(accepting(asked));
    (upgraded ?? behaviours[manner])(socket);
  };
  socket.on("data", begin);
  setTimeout(() => begin(), 50);
}

async function start(manner: Manner): Promise<One> {
  const one: One = { server: createServer(), sockets: new Set(), written: 0 };
  one.server.on("connection", (socket) => {
    one.sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("close", () => {
      one.sockets.delete(socket);
      one.written += socket.bytesWritten;
    });
    onceAsked(socket, manner);
  });
  await new Promise<void>((resolve) => one.server.listen(0, "127.0.0.1", resolve));
  return one;
}

export async function startHostile(): Promise<Hostile> {
  const all = new Map<Manner, One>();
  for (const name of manners) all.set(name, await start(name));
  const of = (manner: Manner): One => all.get(manner) as One;
  return {
    port: (manner) => (of(manner).server.address() as AddressInfo).port,
    sent: (manner) => [...of(manner).sockets].reduce((sum, { bytesWritten }) => sum + bytesWritten, of(manner).written),
    open: (manner) => of(manner).sockets.size,
    async close() {
      for (const { server, sockets } of all.values()) {
        for (const socket of sockets) socket.destroy();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}
