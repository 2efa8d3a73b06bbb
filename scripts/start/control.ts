import { randomBytes, timingSafeEqual } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { controlFile, type State } from "./state.ts";

interface ControlFile {
  port: number;
  key: string;
}

const same = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/**
 * Lets `npm run token` ask a running start for a sign-in link: a loopback port whose key stands in a file that only the
 * owner of the state folder may read.
 */
export async function startControl(state: State, link: () => Promise<string>): Promise<{ stop(): void }> {
  const key = randomBytes(32).toString("base64url");
  const server = http.createServer(async (request, response) => {
    const known = request.method === "POST" && same(String(request.headers.authorization), `Bearer ${key}`);
    const text = known ? await link().catch((error: Error) => error) : null;
    response.writeHead(typeof text === "string" ? 200 : known ? 500 : 404).end(typeof text === "string" ? text : "");
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

/** A sign-in link from the start that runs on this folder; null when none runs. */
export async function askForLink(folder: string): Promise<string | null> {
  const path = controlFile(folder);
  if (!existsSync(path)) return null;
  const { port, key } = JSON.parse(readFileSync(path, "utf8")) as ControlFile;
  const answer = await fetch(`http://127.0.0.1:${port}/`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}` },
  }).catch(() => null);
  return answer?.ok ? answer.text() : null;
}
