import { createServer, type Server } from "node:http";
import { afterEach, expect, test } from "vitest";
import WebSocket from "ws";
import { openSocket } from "../support/database-socket";
import { listenHere } from "../support/listen-here";
import { startDatabases } from "../support/remote-database";

/** How tests reach the process of their database: a machine that stood still costs an attempt, and no test. */
let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A process that lives and drops so many connections first; returns how many came. */
async function startDropping(most: number): Promise<{ url: URL; came(): number }> {
  let came = 0;
  server = createServer();
  server.on("connection", (socket) => {
    came += 1;
    if (came <= most) socket.destroy();
  });
  new WebSocket.Server({ server });
  return { url: new URL("/0", await listenHere(server)), came: () => came };
}

test("a connection that fails while the process lives is made again, twice at most", async () => {
  const { url, came } = await startDropping(2);
  const socket = await openSocket(url);
  socket.close();
  expect(came()).toBe(3);
});

test("one that fails each time is said, with its cause", async () => {
  const { url, came } = await startDropping(9);
  await expect(openSocket(url)).rejects.toThrow(
    "The database's process takes no connection after 3 attempts: other side closed",
  );
  expect(came()).toBe(3);
});

test("a process that is gone is said at once", async () => {
  const { reach, close } = await startDatabases(1);
  await close();
  await expect(reach(0)).rejects.toThrow(/takes no connection after 1 attempt: connect ECONNREFUSED/);
});
