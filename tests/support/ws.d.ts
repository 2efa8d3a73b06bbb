declare module "ws" {
  import type { EventEmitter } from "node:events";
  import type { ClientRequest, Server as HttpServer, IncomingMessage } from "node:http";
  import type { WebSocketLike } from "~/http/message-socket";

  interface SocketServer {
    on(type: "connection", listener: (socket: WebSocket, request: IncomingMessage) => void): this;
    close(): void;
  }

  interface ServerOptions {
    server: HttpServer;
    verifyClient?: (client: { req: IncomingMessage }) => boolean;
    handleProtocols?: (protocols: string[]) => string | false;
  }

  /** A client, or a server's side of one, as far as the tests use it. */
  export default class WebSocket extends EventEmitter implements WebSocketLike {
    static Server: new (
      options: ServerOptions,
    ) => SocketServer;
    constructor(address: string, protocols: string[], options: Record<string, unknown>);
    send(text: string | Uint8Array): void;
    close(code?: number, reason?: string): void;
    terminate(): void;
    addEventListener: WebSocketLike["addEventListener"];
    once(type: "unexpected-response", listener: (request: ClientRequest, response: IncomingMessage) => void): this;
    once(type: "upgrade", listener: (response: IncomingMessage) => void): this;
    once(type: "open" | "close", listener: () => void): this;
    on(type: "error", listener: (error: Error) => void): this;
    on(type: "message", listener: (data: Buffer | string) => void): this;
  }
}
