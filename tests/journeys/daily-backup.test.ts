import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { startProgram, temporaryFolder } from "../support/child";
import { nodeProgram, startServer, type TestServer } from "../support/server";
import { root } from "../support/sources";

const servers: TestServer[] = [];
afterAll(async () => {
  for (const server of servers) await server.stop();
});

async function start(options: Parameters<typeof startServer>[0]): Promise<TestServer> {
  const server = await startServer(options);
  servers.push(server);
  return server;
}

async function cookieOf({ url, ownerLink }: TestServer): Promise<string> {
  const headers = { origin: url, "content-type": "application/x-www-form-urlencoded" };
  const answer = await fetch(ownerLink, { method: "POST", redirect: "manual", headers, body: "" });
  return answer.headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ");
}

/** What Now says under System health. */
async function healthOn({ url }: TestServer, cookie: string): Promise<string> {
  const answer = await fetch(`${url}/manage/larkfield`, { headers: { cookie } });
  const html = await answer.text();
  return (html.split("System health")[1] ?? "").split("</section>")[0]?.replaceAll(/<[^>]*>/g, " ") ?? "";
}

interface Shown {
  page: { name: string };
  incidents: { created_at: string }[];
}

/** What is older than a day stands still: the demo goes on. */
const day = 24 * 3_600_000;
const begun = Date.now();

const folder = temporaryFolder("daily");
const copies = join(folder, "copies");

test("a folder that is not there is said in the log and on Now; a copy a day is made where it is, and restores", async () => {
  const first = await start({ args: ["--backup-daily", copies] });
  await expect.poll(first.output).toContain(`The daily backup failed: there is no folder ${copies}.`);
  const cookie = await cookieOf(first);
  expect(await healthOn(first, cookie)).toMatch(
    /! Check\s+Backups fail: their folder does not exist\..*No backup has been made yet\./s,
  );
  await first.stop();

  mkdirSync(copies);
  writeFileSync(join(copies, "notes.txt"), "not ours");
  const { state, port } = first;
  const second = await start({ state, port, env: { UPFRONT_BACKUP_DAILY: copies } });
  await expect.poll(second.output).toMatch(/Daily backup: \S+\.sqlite\.\n/);
  const [hash, name = "", notes] = readdirSync(copies).sort().reverse();
  expect([name, notes]).toEqual([expect.stringMatching(/^upfront-.*Z\.sqlite$/), "notes.txt"]);
  expect(hash).toBe(`${name}.sha256`);
  expect(statSync(join(copies, name)).mode & 0o777).toBe(0o600);
  expect(await healthOn(second, cookie)).toMatch(/✓ OK\s+Last backup:/);
  const page = async ({ url }: TestServer) => {
    const answer = await fetch(`${url}/larkfield/api/v2/incidents.json`);
    const { page, incidents } = (await answer.json()) as Shown;
    return { name: page.name, incidents: incidents.filter((each) => Date.parse(each.created_at) < begun - day) };
  };
  const before = await page(second);
  await second.stop();

  const moved = join(folder, "moved");
  const env = { ...process.env, UPFRONT_SECRET: undefined, UPFRONT_ENDS_WITH_PARENT: "1" };
  const args = [join(root, "scripts/restore.mjs"), join(copies, name), "--state", moved, "--trust-this-file"];
  const restored = startProgram(nodeProgram, args, { cwd: root, env });
  expect(await restored.ended, restored.output()).toBe(0);
  expect(restored.output()).not.toContain("No hash");
  const third = await start({ state: moved, port });
  expect(await page(third)).toEqual(before);
});
