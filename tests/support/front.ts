import { once } from "node:events";
import http, { type RequestListener } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { type HttpListener, type ListenerOptions, startListener } from "../../server/listener/listener.ts";

/** A stand-in for the worker behind the real listener, and clients with their own addresses. */
export interface Front {
  port: number;
  listener: HttpListener;
  /** Returns the number of connections open at the worker's stand-in. */
  inner(): number;
  /** Makes a request as the client with this address. */
  ask(path: string, options?: http.RequestOptions, body?: Buffer | string): Promise<Answered>;
  /** Opens a connection as the client with this address, to which raw bytes are written. */
  open(client: string, bytes?: string): Promise<Opened>;
  stop(): Promise<void>;
}

export interface Answered {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

export interface Opened {
  socket: Socket;
  said(): string;
  /** Resolves when the other side has closed it. */
  closed: Promise<void>;
}

/** Returns one of the addresses of this machine; each is a separate client. */
export const clientAt = (index: number) => `127.0.${1 + Math.floor(index / 250)}.${1 + (index % 250)}`;

export async function openFront(answer: RequestListener, options: Partial<ListenerOptions> = {}): Promise<Front> {
  const worker = http.createServer(answer);
  worker.listen(0, "127.0.0.1");
  await once(worker, "listening");
  const sockets = new Set<Socket>();
  worker.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  const target = new URL(`http://127.0.0.1:${(worker.address() as AddressInfo).port}`);
  const usual = { port: 0, host: "127.0.0.1", trustedProxies: [], testCf: false, target: () => target };
  const listener = await startListener({ ...usual, ...options });
  const { port } = listener;
  const opened = new Set<Socket>();
  return {
    port,
    listener,
    inner: () => sockets.size,
    ask: (path, more = {}, body) => ask({ host: "127.0.0.1", port, path, agent: false, ...more }, body),
    async open(client, bytes = "") {
      const socket = connect({ port, host: "127.0.0.1", localAddress: client });
      opened.add(socket);
      let said = "";
      socket.on("data", (part) => {
        said += part.toString("latin1");
      });
      socket.on("error", () => undefined);
      const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
      await new Promise<void>((resolve, reject) => socket.once("connect", resolve).once("error", reject));
      if (bytes !== "") socket.write(bytes, "latin1");
      return { socket, said: () => said, closed };
    },
    async stop() {
      for (const socket of opened) socket.destroy();
      await listener.stop();
      worker.closeAllConnections();
      worker.close();
    },
  };
}

function ask(options: http.RequestOptions, body?: Buffer | string): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const request = http.request(options, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("error", reject);
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      );
    });
    request.on("error", reject);
    request.end(body);
  });
}
