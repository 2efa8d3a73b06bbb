import { execFile, spawn } from "node:child_process";
import { createHmac, randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { listenHere } from "./listen-here";

const run = promisify(execFile);

/** Keeps git from the settings of whoever runs the tests. */
const gitEnvironment = (more: Record<string, string> = {}) => ({
  PATH: process.env.PATH ?? "",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_TERMINAL_PROMPT: "0",
  ...more,
});

/** Runs git in a folder, and returns what it prints. */
export async function git(folder: string, ...args: string[]): Promise<string> {
  const who = ["-c", "user.name=Ann", "-c", "user.email=ann@example.com"];
  const { stdout } = await run("git", [...who, ...args], { cwd: folder, env: gitEnvironment() });
  return stdout.trim();
}

/** A webhook as its form asks for it. */
interface Webhook {
  address: string;
  secret: string;
}

/** A bare repository behind `git http-backend`, with the part of Forgejo’s API that is read, and its webhook. */
export interface GitServer {
  url: string;
  /** Owner and name of the only repository. */
  path: string;
  /** Statuses with which webhooks were answered. */
  answers: number[];
  /** Sends pushes there from now on. */
  setWebhook(webhook: Webhook): void;
  close(): Promise<void>;
}

const path = "acme/infra";

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** Hands a request to git’s own CGI program, and its answer back. */
async function serveGit(folder: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, search } = new URL(request.url ?? "/", "http://localhost");
  const body = await bodyOf(request);
  const encoding = request.headers["content-encoding"];
  const environment = gitEnvironment({
    GIT_PROJECT_ROOT: folder,
    GIT_HTTP_EXPORT_ALL: "1",
    PATH_INFO: pathname,
    QUERY_STRING: search.slice(1),
    REQUEST_METHOD: request.method ?? "GET",
    CONTENT_TYPE: request.headers["content-type"] ?? "",
    CONTENT_LENGTH: String(body.length),
    REMOTE_USER: "ann",
    ...(encoding ? { HTTP_CONTENT_ENCODING: String(encoding) } : {}),
  });
  const backend = spawn("git", ["http-backend"], { env: environment });
  backend.stdin.end(body);
  const parts: Buffer[] = [];
  for await (const part of backend.stdout) parts.push(part as Buffer);
  const whole = Buffer.concat(parts);
  const end = whole.indexOf("\r\n\r\n");
  const lines = whole.subarray(0, end).toString().split("\r\n");
  const headers = Object.fromEntries(lines.map((line) => line.split(/:\s*/, 2) as [string, string]));
  response.writeHead(Number.parseInt(headers.Status ?? "200", 10), headers).end(whole.subarray(end + 4));
}

/** Answers as Forgejo’s API does: the newest commit of a branch, and a file as it is at a commit. */
async function serveApi(repository: string, url: URL, response: ServerResponse): Promise<void> {
  const branch = /\/branches\/(.+)$/.exec(url.pathname)?.[1];
  const file = /\/raw\/(.+)$/.exec(url.pathname)?.[1];
  try {
    if (branch !== undefined) {
      const told = await git(repository, "log", "-1", "--format=%H%x00%an%x00%B", decodeURIComponent(branch));
      const [id, name, message] = told.split("\0");
      response.writeHead(200).end(JSON.stringify({ name: branch, commit: { id, message, author: { name } } }));
      return;
    }
    const at = `${url.searchParams.get("ref")}:${decodeURIComponent(file ?? "")}`;
    response.writeHead(200).end(`${await git(repository, "show", at)}\n`);
  } catch {
    response.writeHead(404).end("{}");
  }
}

/** Has git tell this server of each push, as a server of git tells its own webhooks. */
async function tellOfPushes(repository: string, url: string): Promise<void> {
  const send = `const lines=require("node:fs").readFileSync(0,"utf8");fetch("${url}/-/pushed",{method:"POST",body:lines})`;
  const script = `#!/bin/sh\nexec '${process.execPath}' -e '${send}'\n`;
  await writeFile(join(repository, "hooks/post-receive"), script, { mode: 0o755 });
}

async function sendWebhook({ address, secret }: Webhook, pushed: string): Promise<number> {
  const [before = "", after = "", ref = ""] = pushed.trim().split(" ");
  const body = JSON.stringify({ ref, before, after, repository: { full_name: path }, commits: [] });
  const headers = {
    "content-type": "application/json",
    "x-forgejo-event": "push",
    "x-forgejo-delivery": randomUUID(),
    "x-forgejo-signature": createHmac("sha256", secret).update(body).digest("hex"),
  };
  return (await fetch(address, { method: "POST", headers, body })).status;
}

/** Starts it with an empty repository. */
export async function startGitServer(): Promise<GitServer> {
  const folder = await mkdtemp(join(tmpdir(), "upfront-git-"));
  const repository = join(folder, `${path}.git`);
  await run("git", ["init", "--bare", "--initial-branch=main", repository], { env: gitEnvironment() });
  await git(repository, "config", "http.receivepack", "true");
  const answers: number[] = [];
  let webhook: Webhook | null = null;
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    if (url.pathname === "/-/pushed") {
      const pushed = (await bodyOf(request)).toString();
      if (webhook) answers.push(await sendWebhook(webhook, pushed));
      response.end();
    } else if (url.pathname.startsWith("/api/v1/")) await serveApi(repository, url, response);
    else await serveGit(folder, request, response);
  });
  const url = await listenHere(server);
  await tellOfPushes(repository, url);
  return {
    url,
    path,
    answers,
    setWebhook: (given) => {
      webhook = given;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
