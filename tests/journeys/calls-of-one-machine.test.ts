import { randomBytes } from "node:crypto";
import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTls } from "node:tls";
import { afterAll, beforeAll, expect, test } from "vitest";
import { certificateFor } from "../support/certificates";
import { type Checking, startChecking } from "../support/checking";
import { listenHere } from "../support/listen-here";
import { callsOf } from "../support/processes";

/** What a monitor of `npm start` hears of servers that answer as real ones do, and of those that are no servers of HTTP. */
let checking: Checking;
let peer: Server;
let at: string;
const heard: string[] = [];

const good = certificateFor();
const ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n";

const answers: Record<string, (socket: Socket) => void> = {
  hints: (socket) => {
    socket.write("HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n");
    setTimeout(() => socket.end(`${ok}\r\nOK`), 200);
  },
  chunks: (socket) => socket.end("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;note=x\r\nOK\r\n0\r\n\r\n"),
  long: (socket) => socket.end(`${ok}X-More: ${"x".repeat(120_000)}\r\n\r\nOK`),
  ssh: (socket) => socket.end("SSH-2.0-OpenSSH_9.9\r\n"),
  cut: (socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Le"),
  slow: (socket) => {
    socket.write("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\nOK");
    setTimeout(() => socket.end("x".repeat(498)), 3000);
  },
  short: (socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\nOK"),
};

beforeAll(async () => {
  peer = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", (asked) => {
      const text = asked.toString("latin1");
      heard.push(text);
      answers[/^\S+ \/(\w*)/.exec(text)?.[1] ?? ""]?.(socket);
    });
  });
  at = await listenHere(peer);
  checking = await startChecking({ NODE_EXTRA_CA_CERTS: good.caFile });
});
afterAll(async () => {
  await checking?.stop();
  peer?.close();
});

const find = async (path: string) => {
  const { verdict, words } = await checking.find("http", { url: `${at}/${path}`, contains: "OK" });
  return [verdict, words];
};

test.each([
  ["hints before it answers", "hints", "Up", "It answered 200."],
  ["sends chunks with notes", "chunks", "Up", "It answered 200."],
  ["has too many headers", "long", "Down", "Its headers are too long (over 100 KB)."],
  ["speaks something else", "ssh", "Down", "The response isn’t HTTP."],
  ["hangs up in its head", "cut", "Down", "The connection broke before the full response arrived."],
  ["hangs up in its body", "short", "Down", "The connection broke before the full response arrived."],
])("who %s", async (_, path, verdict, words) => {
  expect(await find(path)).toEqual([verdict, words]);
});

test("it is asked in nobody's name, and hears none of our secrets", async () => {
  await find("hints");
  const said = heard.at(-1)?.toLowerCase() ?? "";
  expect(said).toContain(`host: ${new URL(at).host}`);
  expect(said).not.toMatch(/cf-|upfront-call|forwarded|via:/);
});

test("what was being read when that process ended is nobody's outage", async () => {
  const found = find("slow");
  await expect.poll(() => heard.at(-1)).toContain("/slow");
  process.kill(callsOf(checking.pid), "SIGKILL");
  expect(await found).toEqual(["Blocked", "Our own runtime couldn’t make this call, so there is no result."]);
  await expect.poll(() => find("hints"), { timeout: 10_000 }).toEqual(["Up", "It answered 200."]);
});

test("a certificate that has expired since the last check is seen, though the server would go on with the session", async () => {
  const ticketKeys = randomBytes(48);
  const server = createTls({ ...good, ticketKeys }, (socket) => {
    socket.on("error", () => undefined).once("data", () => socket.end(`${ok}\r\nOK`));
  });
  const url = (await listenHere(server)).replace("http:", "https:");
  const check = async () => (await checking.find("http", { url })).verdict;
  expect(await check()).toBe("Up");
  server.setSecureContext({ ...certificateFor(undefined, -1), ticketKeys });
  expect(await check()).toBe("Down");
  server.close();
});

test("while the process that calls is gone nothing is known, and then it is there again", async () => {
  const before = callsOf(checking.pid);
  process.kill(before, "SIGKILL");
  const [verdict, words] = await find("hints");
  expect([
    ["Blocked", "Our own runtime couldn’t make this call, so there is no result."],
    ["Up", "It answered 200."],
  ]).toContainEqual([verdict, words]);
  await expect.poll(() => find("hints"), { timeout: 10_000 }).toEqual(["Up", "It answered 200."]);
  expect(callsOf(checking.pid)).not.toBe(before);
});
