import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import { rewritten } from "../support/backup";
import { type Running, startProgram, temporaryFolder } from "../support/child";
import { nodeProgram, startServer, type TestServer } from "../support/server";
import { root } from "../support/sources";

let server: TestServer | undefined;
afterEach(async () => {
  await server?.stop();
});

const folder = temporaryFolder("backups");
const file = join(folder, "backup.jsonl.gz");
const renamed = join(folder, "renamed.jsonl");

function command(name: "backup" | "restore", ...args: string[]): Running {
  const env = { ...process.env, UPFRONT_ENDS_WITH_PARENT: "1", UPFRONT_SECRET: undefined };
  return startProgram(nodeProgram, [join(root, `scripts/${name}.mjs`), ...args], { cwd: root, env });
}

async function done(running: Running): Promise<string> {
  const code = await running.ended;
  expect(code, running.output()).toBe(0);
  return running.output();
}

interface Shown {
  page: { name: string };
  incidents: { created_at: string }[];
}

const day = 24 * 3_600_000;

/** What is a day old stands still: the demo goes on. */
const shown = async ({ url }: TestServer): Promise<Shown> => {
  const { page, incidents } = (await (await fetch(`${url}/larkfield/api/v2/incidents.json`)).json()) as Shown;
  const old = incidents.filter((each) => Date.parse(each.created_at) < Date.now() - day);
  return { page: { name: page.name }, incidents: old };
};

/** The backup with another name of the page, to tell old from new. */
function writeRenamed(): void {
  const text = gunzipSync(readFileSync(file)).toString();
  const change = (line: string) =>
    line.startsWith('{"table":"page",') ? line.replace('"name":"Larkfield', '"name":"Second Larkfield') : line;
  writeFileSync(renamed, rewritten(text, change));
}

test("backed up while it runs, replaced while it runs, and moved to a new folder", async () => {
  server = await startServer();
  const { state, port } = server;
  const first = await shown(server);
  expect(await done(command("backup", file, "--state", state))).toMatch(
    /which is running[\s\S]*backup\.jsonl\.gz: \d+ rows/,
  );
  writeRenamed();

  const refused = command("restore", renamed, "--state", state, "--trust-this-file");
  expect(await refused.ended).toBe(1);
  expect(refused.output()).toMatch(/not empty \(1 page, \d+ incidents/);
  expect(await shown(server)).toEqual(first);

  const replaced = await done(command("restore", renamed, "--state", state, "--trust-this-file", "--replace", "--yes"));
  expect(replaced).toMatch(/deletes what is there: 1 page[\s\S]*Restored \d+ rows/);
  // An isolate shows for a second what it has read: whoever looks right after may see the page as it was.
  const running = server;
  await expect.poll(() => shown(running)).toEqual({ ...first, page: { name: "Second Larkfield" } });
  await server.stop();

  const moved = join(folder, "moved");
  await done(command("restore", file, "--state", moved, "--trust-this-file"));
  server = await startServer({ state: moved, port });
  expect(await shown(server)).toEqual(first);
});
