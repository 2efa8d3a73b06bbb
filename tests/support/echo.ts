import { createServer as createHttp } from "node:http";
import { createServer as createHttps } from "node:https";
import type { AddressInfo } from "node:net";
import WebSocket from "ws";

/**
 * A real WebSocket server that echoes, with a path for each behaviour: `/greets`, `/bytes` (also in UTF-16 and Latin-1), `/pieces` (three messages),
 * `/header` (says who signed in), `/closes/1008`, `/refuses` (opens none).
 */
export interface Echo {
  url: string;
  /** Returns the number of open connections. */
  open(): number;
  close(): Promise<void>;
}

function greet(socket: WebSocket, url: string, authorization: string | undefined): void {
  const [, way, value = ""] = url.split("/");
  if (way === "greets") socket.send("hello, and welcome");
  if (way === "bytes")
    socket.send(
      Buffer.from(`${value === "utf16le" ? "\uFEFF" : ""}hello, grün in bytes`, (value || "utf8") as BufferEncoding),
    );
  if (way === "closes") socket.close(Number(value), "a reason with secrets");
  if (way === "header") socket.send(`you are ${authorization}`);
  if (way === "pieces") for (const piece of ["one", "two", "three"]) socket.send(piece);
  socket.on("message", (data) => socket.send(`echo: ${data}`));
}

export async function startEcho(certificate?: { key: string; cert: string }): Promise<Echo> {
  const http = certificate ? createHttps(certificate) : createHttp();
  http.on("request", (_, response) => response.writeHead(426).end("Come by WebSocket."));
  http.on("tlsClientError", () => undefined);
  const handleProtocols = (protocols: string[]) => (protocols.includes("chat") ? "chat" : "another");
  const server = new WebSocket.Server({
    server: http,
    handleProtocols,
    verifyClient: ({ req }) => req.url !== "/refuses",
  });
  const open = new Set<WebSocket>();
  server.on("connection", (socket, { url = "", headers }) => {
    open.add(socket);
    socket.on("error", () => undefined);
    socket.once("close", () => open.delete(socket));
    greet(socket, url, headers.authorization);
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  return {
    url: `${certificate ? "wss" : "ws"}://127.0.0.1:${(http.address() as AddressInfo).port}`,
    open: () => open.size,
    async close() {
      for (const socket of open) socket.terminate();
      server.close();
      http.closeAllConnections();
      http.close();
    },
  };
}
