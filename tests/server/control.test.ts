import { mkdirSync, readFileSync, statSync } from "node:fs";
import { connect } from "node:net";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askRunningServer, startControlSocket, TaskError } from "../../server/state/control.ts";
import { type Running, startProgram, temporaryFolder } from "../support/child";
import { nodeProgram } from "../support/server";
import { root } from "../support/sources";

const folder = temporaryFolder("control");

/** A process of its own, as what is proved is that it does not end. */
const program = `
import { startControlSocket } from ${JSON.stringify(join(root, "server/state/control.ts"))};
import { controlFilePath } from ${JSON.stringify(join(root, "server/state/state.ts"))};
const folder = ${JSON.stringify(folder)};
const tasks = {
  held: async (input) => "held " + input,
  fails: async () => { throw new Error("not now"); },
  throws: () => { throw new Error("at once"); },
};
await startControlSocket({ folder, control: controlFilePath(folder) }, tasks);
console.log("ready");
`;

let running: Running;
let path = "";
let key = "";

beforeAll(async () => {
  running = startProgram(nodeProgram, ["--input-type=module", "--eval", program]);
  await running.until(/ready/);
  ({ path, key } = JSON.parse(readFileSync(join(folder, "control.json"), "utf8")));
});
afterAll(() => running.stop());

/** Sends bytes as they are; resolves to all that came back until it was closed. */
function send(head: string[], body = "", { cutOff = false } = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    let said = "";
    socket.on("data", (part) => {
      said += part.toString("latin1");
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(said));
    const bytes = Buffer.from(`${head.join("\r\n")}\r\n\r\n${body}`, "latin1");
    socket.write(bytes, () => cutOff && socket.end());
  });
}

const headed = (path: string, authorization: string, ...more: string[]) => [
  `POST ${path} HTTP/1.1`,
  "Host: 127.0.0.1",
  "Connection: close",
  `Authorization: ${authorization}`,
  ...more,
];

const status = (said: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(said)?.[1] ?? 0);

const stillThere = async () => expect(await askRunningServer(folder, "held", "fast")).toBe("held fast");

test("a key of the right length with letters beyond ASCII is a wrong key", async () => {
  expect(status(await send(headed("/held", `Bearer ${"\xe9".repeat(key.length)}`)))).toBe(404);
  expect(status(await send(headed("/held", "Bearer short")))).toBe(404);
  expect(status(await send(headed("/held", `Bearer ${"a".repeat(key.length)}`)))).toBe(404);
  await stillThere();
});

test("what is no task is not there, whatever every object has by that name", async () => {
  for (const path of ["/constructor", "/toString", "/__proto__", "/hasOwnProperty", "/", "*", "/held?", "//held"]) {
    expect(status(await send(headed(path, `Bearer ${key}`))), path).toBe(404);
  }
  await stillThere();
});

test("a body that is cut off is a bad request", async () => {
  const said = await send(headed("/held", `Bearer ${key}`, "Content-Length: 100"), "ten bytes.", { cutOff: true });
  expect(status(said)).toBe(400);
  await stillThere();
});

test.each([
  ["a header without a colon", ["GET / HTTP/1.1", "Host a"]],
  ["no host", ["GET / HTTP/1.1"]],
  ["two lengths", ["POST /held HTTP/1.1", "Host: a", "Content-Length: 1", "Content-Length: 2"]],
  ["no HTTP", ["\x16\x03\x01\x02"]],
])("%s is a bad request", async (_, head) => {
  expect(status(await send(head))).toBe(400);
  await stillThere();
});

test("nobody but the folder's owner may open it, and it is no port that the worker could call", () => {
  expect(path).toBe(join(folder, "control.sock"));
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, "control.json")).mode & 0o777).toBe(0o600);
});

test("a folder whose path is too long for a socket has it elsewhere, in a folder of its owner alone", async () => {
  const long = join(temporaryFolder("control"), "x".repeat(120));
  mkdirSync(long, { mode: 0o700 });
  const control = await startControlSocket(
    { folder: long, control: join(long, "control.json") },
    { held: async () => "far" },
  );
  expect(await askRunningServer(long, "held")).toBe("far");
  const { path: elsewhere } = JSON.parse(readFileSync(join(long, "control.json"), "utf8"));
  expect(statSync(dirname(elsewhere)).mode & 0o777).toBe(0o700);
  control.stop();
  expect(await askRunningServer(long, "held")).toBeNull();
});

test("what a task could not do is said in its words, whether it failed at once or later", async () => {
  await expect(askRunningServer(folder, "fails")).rejects.toThrow(new TaskError("not now"));
  await expect(askRunningServer(folder, "throws")).rejects.toThrow(new TaskError("at once"));
  await stillThere();
});
