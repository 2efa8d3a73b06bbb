import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { freePort, startProgram, temporaryFolder } from "../support/child";
import { root } from "../support/sources";

/** The steps of the Dockerfile, done one after the other in a clean folder, as no container engine is asked for. */
const dockerfile = readFileSync(join(root, "Dockerfile"), "utf8");
const listOf = (word: string) =>
  JSON.parse(new RegExp(`^${word} (\\[.*\\])$`, "m").exec(dockerfile)?.[1] ?? "[]") as string[];
const ignored = readFileSync(join(root, ".dockerignore"), "utf8").split("\n").filter(Boolean);

/** What `COPY . .` takes: the sources, without what is ignored; packages are those that are installed here. */
function copySources(folder: string): void {
  const { stdout } = spawnSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: root, encoding: "utf8" });
  const paths = stdout
    .split("\n")
    .filter((path) => path !== "" && !ignored.some((each) => path.split("/")[0] === each));
  for (const path of paths) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path));
  }
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
}

/** Every file with its time of change: a root that can only be read is one in which nothing changes. */
const looks = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile() && !each.parentPath.includes("node_modules"))
    .map(({ parentPath, name }) => `${join(parentPath, name)} ${statSync(join(parentPath, name)).mtimeMs}`)
    .sort();

test("the image's steps build it, and it runs, is well and keeps everything in its volume", async () => {
  const folder = temporaryFolder("image");
  const volume = temporaryFolder("volume");
  copySources(folder);
  const steps = [...dockerfile.matchAll(/^RUN (npm run build|node scripts\/.*)$/gm)].map(([, step = ""]) => step);
  expect(steps).toEqual(["npm run build", "node scripts/setup/keep-options.mjs"]);
  for (const step of steps) {
    const { status, stderr } = spawnSync("sh", ["-c", step], { cwd: folder, encoding: "utf8" });
    expect(status, stderr).toBe(0);
  }
  const before = looks(folder);
  const port = await freePort();
  const env = { ...process.env, NODE_ENV: "production", UPFRONT_STATE: volume, PORT: String(port) };
  const [command = "", ...args] = [...listOf("ENTRYPOINT"), ...listOf("CMD")];
  const running = startProgram(command, args, { cwd: folder, env });
  await running.until(/Upfront is running/, 120_000);
  const [health = "", ...healthArgs] = listOf("HEALTHCHECK .* CMD");
  expect(spawnSync(health, healthArgs, { cwd: folder, env }).status).toBe(0);
  expect(await running.stop()).toBe(0);
  expect(spawnSync(health, healthArgs, { cwd: folder, env }).status).toBe(1);
  expect(looks(folder)).toEqual(before);
  expect(readdirSync(volume)).toEqual(expect.arrayContaining(["d1", "secret"]));
});

test("it runs as nobody's root, with one volume, and compose lets it write nowhere else", () => {
  expect(dockerfile).toMatch(/^USER 1000:1000$/m);
  expect([...dockerfile.matchAll(/^VOLUME (.*)$/gm)].map(([, path]) => path)).toEqual(["/data"]);
  expect(dockerfile).not.toMatch(/--platform|amd64\/|arm64\//);
  const compose = readFileSync(join(root, "compose.yaml"), "utf8");
  for (const line of ["read_only: true", "cap_drop: [ALL]", "no-new-privileges:true", "mailpit"]) {
    expect(compose).toContain(line);
  }
});
