import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CliDesk, cliPage, openCliDesk } from "../support/cli-desk";

let desk: CliDesk;
beforeAll(async () => {
  desk = await openCliDesk();
  expect((await desk.logIn("allow")).code).toBe(0);
});
afterAll(() => desk.close());

/** Writes a configuration file of the page, and returns its path. */
function fileOf(body: string): string {
  const path = join(desk.cli.home, "upfront.yaml");
  writeFileSync(path, `name: infrastructure\npages:\n  ${cliPage}:\n${body}`);
  return path;
}
const components = (...names: string[]) =>
  fileOf(`    components: { ${names.map((name) => `${name.toLowerCase()}: { name: ${name} }`).join(", ")} }\n`);
const plan = async (...args: string[]) => (await desk.cli.run(["plan", ...args])).code;

test("files are checked without a sign-in: errors have their line and column", async () => {
  const nobody = { env: { XDG_CONFIG_HOME: join(desk.cli.home, "none") } };
  const path = components("API");
  expect(await desk.cli.run(["validate", path], nobody)).toMatchObject({ code: 0, out: "No errors.\n", err: "" });
  fileOf("    components: { api: { nmae: API } }\n");
  const wrong = await desk.cli.run(["validate", path], nobody);
  expect(wrong).toMatchObject({ code: 1, out: "" });
  expect(wrong.err).toMatch(
    /upfront\.yaml:4:26: There is no “nmae” in a component\. Did you mean “name”\?\n[\s\S]*\d errors?\.\n$/,
  );
  const told = await desk.cli.run(["validate", path, "--json"], nobody);
  expect(told.code).toBe(1);
  expect(told.json<[{ path: string; errors: unknown[] }]>()[0]).toMatchObject({
    path,
    errors: expect.arrayContaining([expect.objectContaining({ line: 4, column: 26 })]),
  });
  expect((await desk.cli.run(["validate", join(desk.cli.home, "none.yaml")])).code).toBe(2);
});

test("variables come from the environment, except those of the tool itself", async () => {
  const read = (name: string, env: Record<string, string>) =>
    desk.cli.run(["validate", fileOf(`    components: { api: { name: "\${${name}}" } }\n`)], { env });
  expect((await read("WORD", { WORD: "API" })).code).toBe(0);
  for (const [name, env] of [
    ["WORD", {}],
    ["UPFRONT_TOKEN", { UPFRONT_TOKEN: "upfront_x" }],
    ["toString", {}],
  ] as const)
    expect(await read(name, env)).toMatchObject({ code: 1, err: expect.stringContaining(`${name} is not set`) });
});

test("a file that is too long to send is refused here, with what to do", async () => {
  const lines = Array.from(
    { length: 3000 },
    (_, at) => `      c${at}: { name: C${at}, description: "${"d".repeat(400)}" }\n`,
  );
  const path = fileOf(`    components:\n${lines.join("")}`);
  expect(await desk.cli.run(["plan", path])).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^The file takes 1\.\d MB to send, .* Split it into several files\.\n$/),
  });
});

test("a page that the token cannot make says which role it takes", async () => {
  const path = join(desk.cli.home, "new.yaml");
  writeFileSync(path, "name: infrastructure\npages: { nowhere: { name: Nowhere } }\n");
  const fetched = () => Response.json({ code: "missing" }, { status: 404 });
  expect(await desk.runWhile("/configuration/plan", fetched, ["plan", path])).toMatchObject({
    code: 1,
    err: expect.stringContaining("highest role is Owner"),
  });
});

test("a plan ends with 2 only when something differs; it changes nothing", async () => {
  const path = components("API");
  for (const args of [[path], [path, "--prune"]])
    expect(await desk.cli.run(["plan", ...args])).toMatchObject({
      code: 2,
      out: expect.stringMatching(/page acme\n {2}\+ create component api\n {6}name: "API"[\s\S]*1 to create\.\n$/),
    });
  const told = await desk.cli.run(["plan", "-", "--json"], { input: readFileSync(path, "utf8") });
  expect([told.code, told.json<{ exit_code: number }>().exit_code]).toEqual([2, 2]);
  fileOf("    components: { api: { name: API, group: nowhere } }\n");
  const wrong = await desk.cli.run(["plan", path]);
  expect([wrong.code, wrong.out]).toEqual([1, ""]);
  expect(wrong.err).toContain(`${path}:4:`);
  fileOf("    components: [");
  expect((await desk.cli.run(["plan", path, "--json"])).json()).toMatchObject({ exit_code: 1, changes: [] });
  for (const args of [["none.yaml"], [path, "--nothing"], []]) expect(await plan(...args)).toBe(1);
});

test("applying asks, and is refused where nobody can answer", async () => {
  const path = components("API");
  expect(await desk.cli.run(["apply", path])).toMatchObject({ code: 2, err: expect.stringContaining("Add --yes") });
  expect(await desk.cli.run(["apply", path], { answer: async () => "no" })).toMatchObject({
    code: 1,
    out: expect.stringContaining("+ create component api"),
    err: "Nothing was changed.\n",
  });
  expect(await plan(path)).toBe(2);
  const done = await desk.cli.run(["apply", path, "--ref", "3f2c1ab"], { answer: async () => "yes" });
  expect(done).toMatchObject({ code: 0, out: expect.stringMatching(/\nChanges made: 1 of 1\.\n$/) });
  expect(await plan(path)).toBe(0);
  expect(await desk.cli.run(["apply", path])).toMatchObject({ code: 0, out: "Nothing to change.\n" });
  expect((await desk.cli.run(["apply", path, "--json"])).json()).toMatchObject({ job: null, plan: { exit_code: 0 } });
});

test("a page that changes between plan and answer is not touched, and the new plan is shown", async () => {
  const path = components("API", "Docs");
  const answer = async () => {
    await desk.api(`/pages/${cliPage}/components`, { component: { name: "Docs" } });
    return "yes";
  };
  const lost = await desk.cli.run(["apply", path], { answer });
  expect(lost).toMatchObject({ code: 1, err: expect.stringContaining("nothing was applied") });
  expect(lost.out).toMatch(/\+ create component docs[\s\S]*= adopt component docs/);
  const made = await desk.cli.run(["apply", path, "--yes", "--json"]);
  expect([made.code, made.json()]).toMatchObject([0, { job: { state: "applied", counts: { adopt: 1 } } }]);
});

test("what leaves the file stays, unless it is asked for", async () => {
  const path = components("API");
  fileOf("    components: { docs: { name: Docs } }\n");
  expect(await desk.cli.run(["plan", path])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/kept without --prune:\n {2}component api of acme/),
  });
  expect((await desk.cli.run(["apply", path, "--yes"])).code).toBe(0);
  expect((await desk.cli.run(["component", "list"])).out).toContain("API");
  expect((await desk.cli.run(["plan", path, "--prune"])).out).toContain("- remove component api");
  expect((await desk.cli.run(["apply", path, "--prune", "--yes"])).code).toBe(0);
  expect((await desk.cli.run(["component", "list"])).out).not.toContain("API");
});

test("an exported file, applied, differs in nothing", async () => {
  const path = join(desk.cli.home, "exported.yaml");
  expect((await desk.cli.run(["export"])).out).toContain("Docs");
  expect((await desk.cli.run(["export", "--json"])).json()).toMatchObject({ text: expect.stringContaining("Docs") });
  expect((await desk.cli.run(["export", "-o", path])).out).toBe(`Wrote ${path}.\n`);
  expect((await desk.cli.run(["validate", path])).code).toBe(0);
  expect((await desk.cli.run(["apply", path, "--yes"])).code).toBe(0);
  await desk.cli.run(["export", "-o", path]);
  expect(await plan(path)).toBe(0);
  expect((await desk.cli.run(["export", "-o", join(desk.cli.home, "no/such/folder")])).code).toBe(2);
});

test("what was refused is named, and is no success", async () => {
  const counts = { create: 1, change: 0, adopt: 0, rename: 0, move: 0, remove: 0, refused: 1, skipped: 2 };
  const refusal = { page: cliPage, noun: "monitor", key: "shop", action: "create", messages: { name: "Taken." } };
  const job = { id: "j", state: "stopped", total: 4, done: 4, counts, refusals: [refusal] };
  const answer = () => Response.json({ job, plan: {} }, { status: 202 });
  const run = await desk.runWhile("/configuration/apply", answer, ["apply", components("New"), "--yes"]);
  expect(run).toMatchObject({ code: 1, out: expect.stringContaining("Changes made: 1 of 4.") });
  for (const text of ["Refused: create monitor shop of acme. name: Taken.", "refused: 2.", "Stopped: "])
    expect(run.err).toContain(text);
});

test("a job that cannot be asked about may still go on, and that is said", async () => {
  const away = () => new Response("", { status: 503, headers: { "retry-after": "600" } });
  const run = await desk.runWhile("/configuration/jobs", away, ["apply", components("Later"), "--yes"]);
  expect(run).toMatchObject({ code: 5, err: expect.stringContaining("still be being applied") });
});
