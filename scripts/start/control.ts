import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import http, { type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { controlFile, type State } from "./state.ts";

interface ControlFile {
  port: number;
  key: string;
}

/** What a running start does for the other commands, by name: text in, text out. A throw is said to who asked. */
export type Tasks = Record<string, (input: string) => Promise<string>>;

const digest = (text: string) => createHash("sha256").update(text).digest();

/** Digests have one length, and a text of as many letters need not have as many bytes. */
const same = (one: string, other: string) => timingSafeEqual(digest(one), digest(other));

interface Answer {
  status: number;
  said: string;
}

async function answerTo(request: IncomingMessage, key: string, tasks: Tasks): Promise<Answer> {
  const name = String(request.url).slice(1);
  const known = request.method === "POST" && same(String(request.headers.authorization), `Bearer ${key}`);
  const task = known && Object.hasOwn(tasks, name) ? tasks[name] : undefined;
  if (!task) return { status: 404, said: "" };
  const input = await text(request).catch(() => null);
  if (input === null) return { status: 400, said: "The request was cut off." };
  return { status: 200, said: await task(input) };
}

/**
 * Lets `npm run token`, `backup` and `restore` ask a running start: a loopback port whose key stands in a file that only
 * the owner of the state folder may read.
 */
export async function startControl(state: State, tasks: Tasks): Promise<{ stop(): void }> {
  const key = randomBytes(32).toString("base64url");
  // Whatever is thrown is an answer: a rejection that nobody takes would end the whole start.
  const server = http.createServer((request, response) => {
    answerTo(request, key, tasks)
      .catch(
        (error: unknown): Answer => ({ status: 500, said: error instanceof Error ? error.message : String(error) }),
      )
      .then(({ status, said }) => response.writeHead(status).end(said));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  writeFileSync(state.control, JSON.stringify({ port, key } satisfies ControlFile), { mode: 0o600 });
  return {
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A task that the running start could not do, in its own words. */
export class TaskFailed extends Error {}

/** The answer of the start that runs on this folder; null when none runs. Throws TaskFailed. */
export async function askRunning(folder: string, task: string, input = ""): Promise<string | null> {
  const path = controlFile(folder);
  if (!existsSync(path)) return null;
  const { port, key } = JSON.parse(readFileSync(path, "utf8")) as ControlFile;
  const answer = await fetch(`http://127.0.0.1:${port}/${task}`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}` },
    body: input,
  }).catch(() => null);
  if (answer?.status === 500) throw new TaskFailed(await answer.text());
  return answer?.ok ? answer.text() : null;
}
