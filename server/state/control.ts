import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import http, { type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { controlFilePath, type FolderState } from "./state.ts";

interface ControlFile {
  /** Path of the socket. */
  path: string;
  key: string;
}

/**
 * Tasks that a running start does for the other commands, by name: text in, text out. An error is returned to the
 * caller.
 */
export type ControlTasks = Record<string, (input: string) => Promise<string>>;

const digest = (text: string) => createHash("sha256").update(text).digest();

/** Compares digests, because `timingSafeEqual` throws unless both have the same number of bytes. */
const same = (one: string, other: string) => timingSafeEqual(digest(one), digest(other));

interface ControlReply {
  status: number;
  said: string;
}

async function answerTo(request: IncomingMessage, key: string, tasks: ControlTasks): Promise<ControlReply> {
  const name = String(request.url).slice(1);
  const known = request.method === "POST" && same(String(request.headers.authorization), `Bearer ${key}`);
  const task = known && Object.hasOwn(tasks, name) ? tasks[name] : undefined;
  if (!task) return { status: 404, said: "" };
  const input = await text(request).catch(() => null);
  if (input === null) return { status: 400, said: "The request was cut off." };
  return { status: 200, said: await task(input) };
}

/** Longest path of a socket: 104 bytes on some systems, including the zero at the end. */
const maxPathBytes = 100;

/**
 * Returns the address of the running start's socket: in the folder that only its owner may enter. When its path is too
 * long, in a temporary folder of its own; on Windows a pipe, which has no folder.
 */
function socketPath(folder: string): string {
  if (process.platform === "win32") return `\\\\.\\pipe\\upfront-${randomBytes(16).toString("hex")}`;
  const path = join(folder, "control.sock");
  return Buffer.byteLength(path) <= maxPathBytes ? path : join(mkdtempSync(join(tmpdir(), "upfront-")), "control.sock");
}

/**
 * Lets `npm run token`, `backup` and `restore` ask a running start: by a socket that only the owner of the state folder
 * may open, with a key that only they may read. It has no port, so that the worker cannot call it.
 */
export async function startControlSocket(
  state: Pick<FolderState, "folder" | "control">,
  tasks: ControlTasks,
): Promise<{ stop(): void }> {
  const key = randomBytes(32).toString("base64url");
  // Every error becomes an answer: an unhandled rejection would end the whole start.
  const server = http.createServer((request, response) => {
    answerTo(request, key, tasks)
      .catch(
        (error: unknown): ControlReply => ({
          status: 500,
          said: error instanceof Error ? error.message : String(error),
        }),
      )
      .then(({ status, said }) => response.writeHead(status).end(said));
  });
  const path = socketPath(state.folder);
  // Removes the socket of a start that was killed; the folder's lock ensures that no other start runs.
  rmSync(path, { force: true });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(path, resolve));
  if (process.platform !== "win32") chmodSync(path, 0o600);
  writeFileSync(state.control, JSON.stringify({ path, key } satisfies ControlFile), { mode: 0o600 });
  return {
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Thrown when the running start could not do a task, with its words. */
export class TaskError extends Error {}

function post({ path, key }: ControlFile, task: string, input: string): Promise<ControlReply> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}`, "content-length": Buffer.byteLength(input) };
    const request = http.request({ socketPath: path, path: `/${task}`, method: "POST", headers }, (response) => {
      text(response).then((said) => resolve({ status: response.statusCode ?? 0, said }), reject);
    });
    request.on("error", reject).end(input);
  });
}

/** Returns the answer of the start that runs on this folder; null when none runs. Throws TaskError. */
export async function askRunningServer(folder: string, task: string, input = ""): Promise<string | null> {
  const path = controlFilePath(folder);
  if (!existsSync(path)) return null;
  const file = JSON.parse(readFileSync(path, "utf8")) as ControlFile;
  const answer = await post(file, task, input).catch(() => null);
  if (answer?.status === 500) throw new TaskError(answer.said);
  return answer?.status === 200 ? answer.said : null;
}
