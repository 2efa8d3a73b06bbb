import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { parse } from "yaml";
import { commonOptions } from "../../cli/definition/command-definition";
import { cliCommands } from "../../cli/definitions/commands";
import { root } from "../support/sources";

interface ActionStep {
  name: string;
  if?: string;
  uses?: string;
  shell: string;
  env: Record<string, string>;
  run: string;
}
const text = readFileSync(join(root, "action.yml"), "utf8");
const action = parse(text) as {
  inputs: Record<string, { description: string; required?: boolean; default?: string }>;
  runs: { using: string; steps: ActionStep[] };
};
const { steps } = action.runs;

test("it runs bash and nothing that others could change", () => {
  expect(action.runs.using).toBe("composite");
  expect(steps.filter(({ uses, shell }) => uses !== undefined || shell !== "bash")).toEqual([]);
});

test("no script contains an expression: whatever others wrote arrives in the environment", () => {
  expect(steps.filter(({ run }) => run.includes("${{"))).toEqual([]);
  expect(steps.flatMap(({ env }) => Object.values(env)).filter((each) => !/^\$\{\{ [\w.-]+ \}\}$/.test(each))).toEqual(
    [],
  );
});

test("each input is described and read, and each that is read is there", () => {
  const read = [...JSON.stringify(steps).matchAll(/inputs\.([\w-]+)/g)].map(([, name = ""]) => name);
  expect([...new Set(read)].sort()).toEqual(Object.keys(action.inputs).sort());
  for (const { required, default: preset } of Object.values(action.inputs))
    expect([required === true, preset !== undefined]).toContain(true);
});

test("each variable of a step is one that its script or a program reads", () => {
  const ofPrograms = ["UPFRONT_URL", "UPFRONT_TOKEN", "UPFRONT_PAGE", "GH_TOKEN"];
  const unread = steps.flatMap(({ name, env, run }) =>
    Object.keys(env).flatMap((each) =>
      ofPrograms.includes(each) || new RegExp(`\\$\\{?${each}\\b`).test(run) ? [] : [`${name}: ${each}`],
    ),
  );
  expect(unread).toEqual([]);
});

test("tokens arrive as variables that programs read themselves, never as arguments", () => {
  const names = steps.flatMap(({ env }) => Object.entries(env)).filter(([, value]) => /token/.test(value));
  expect(new Set(names.map(([name]) => name))).toEqual(new Set(["UPFRONT_TOKEN", "GH_TOKEN"]));
  expect(steps.filter(({ run }) => /\$\{?(UPFRONT_TOKEN|GH_TOKEN)/.test(run))).toEqual([]);
});

test("each command of the tool exists, with its options", () => {
  const calls = steps.flatMap(({ run }) =>
    [...run.matchAll(/upfront-cli\.mjs" ([a-z]+(?: [a-z]+)?)/g)].map(([, name = ""]) => ({ name, run })),
  );
  expect(calls.map(({ name }) => name)).toEqual(["plan", "apply", "incident open", "incident resolve"]);
  for (const { name, run } of calls) {
    const { options = [] } = cliCommands.find((each) => each.name === name) ?? {};
    const known = [...options, ...commonOptions].map(({ flags }) => /--[a-z-]+/.exec(flags)?.[0]);
    // Two commands stand in one script.
    const script = name.includes(" ") ? run.split("\n").find((line) => line.includes(`" ${name} `)) : run;
    const typed = [...(script ?? "").matchAll(/(?<=[\s("])--[a-z][a-z-]*/g)].map(([flag]) => flag);
    expect(typed).not.toEqual([]);
    expect(typed.filter((flag) => !known.includes(flag))).toEqual([]);
  }
});

test("the workflows of the guide name its inputs, and other actions by their commit", () => {
  const guide = readFileSync(join(root, "docs/configuration-file.md"), "utf8");
  const workflows = [...guide.matchAll(/```yml\n([\s\S]*?)```/g)].map(([, example = ""]) => example);
  const uses = workflows.flatMap((example) => [...example.matchAll(/uses: (.+)/g)].map(([, name = ""]) => name));
  expect(uses.filter((name) => !/^OWNER\/upfront@COMMIT$|@[0-9a-f]{40} # v[\d.]+$/.test(name))).toEqual([]);
  const inputs = workflows.map((example) => {
    const jobs: Record<string, { steps: { with?: object }[] }> = parse(example).jobs ?? parse(example);
    return Object.values(jobs).flatMap((job) => job.steps.flatMap((step) => Object.keys(step.with ?? {})));
  });
  expect(inputs).toHaveLength(2);
  for (const names of inputs) {
    expect(names).toEqual(expect.arrayContaining(["url", "token", "mode"]));
    expect(names.filter((name) => !(name in action.inputs))).toEqual([]);
  }
});

const folder = mkdtempSync(join(tmpdir(), "upfront-action-"));
const file = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Programs that write down how they were called; the tool says SAYS and ends with CODE. */
const programs = {
  node: '[ "$1" = -p ] && { echo once; exit; }\nshift\nprintf "tool %s\\n" "$(printf "<%s>" "$@")" >> "$CALLS"\nprintf "%b" "$SAYS"\nexit "$CODE"',
  gh: 'printf "gh %s\\n" "$(printf "<%s>" "$@")" >> "$CALLS"\ncase "$*" in *--jq*) printf "%b" "$FOUND" ;; esac',
  curl: 'printf "curl %s\\n" "$(printf "<%s>" "$@")" >> "$CALLS"',
};
beforeEach(() => {
  for (const name of ["calls", "output", "summary"]) writeFileSync(file(name), "");
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(file(name), `#!/bin/bash\n${script}\n`);
    chmodSync(file(name), 0o755);
  }
});

/** Runs the script of a step as the runner does; returns its exit code, its output and the calls of programs. */
function runStep(name: string, env: Record<string, string>) {
  const { run = "exit 99" } = steps.find((each) => each.name === name) ?? {};
  const given = { CODE: "0", SAYS: "", FOUND: "", CALLS: file("calls"), RUNNER_TEMP: folder, ...env };
  const paths = { GITHUB_OUTPUT: file("output"), GITHUB_STEP_SUMMARY: file("summary") };
  const PATH = `${folder}${delimiter}/usr/bin${delimiter}/bin`;
  const { status, stdout } = spawnSync("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", run], {
    env: { PATH, LANG: "C.UTF-8", ...paths, ...given },
    encoding: "utf8",
  });
  const calls = readFileSync(file("calls"), "utf8").split("\n").filter(Boolean);
  return { status, stdout, calls };
}

const planStep = (env: Record<string, string> = {}) =>
  runStep("Plan", { FILE: "upfront.yaml", PRUNE: "false", SAYS: "page x\\n  + create component api\\n", ...env });

test("the tool comes by https from the deployment, and another mode ends it", () => {
  const got = runStep("Get the tool", { MODE: "plan", UPFRONT_URL: "https://status.example.com/" });
  expect(got.calls).toEqual([expect.stringMatching(/<=https>.*<https:\/\/status\.example\.com\/cli\.mjs>$/)]);
  expect(runStep("Get the tool", { MODE: "destroy", UPFRONT_URL: "https://x" })).toMatchObject({ status: 1 });
});

test("a plan is a comment whose lines are code, and its exit code decides at the end", () => {
  for (const [code, ended] of [
    ["0", 0],
    ["2", 0],
    ["1", 1],
    ["5", 1],
  ] as const) {
    expect(planStep({ CODE: code, PRUNE: "true" }).status).toBe(0);
    expect(readFileSync(file("output"), "utf8")).toContain(`exit-code=${code}\n`);
    expect(runStep("End with the plan", { CODE: code }).status).toBe(ended);
  }
  expect(planStep().calls.at(-1)).toBe("tool <plan><--><upfront.yaml>");
  expect(readFileSync(file("upfront-comment.md"), "utf8")).toBe(
    "<!-- upfront-plan upfront.yaml -->\n### Plan of upfront.yaml\n\n    page x\n      + create component api\n",
  );
});

test("a long plan is cut, and a name of a file is no HTML", () => {
  expect(planStep({ SAYS: "é".repeat(50_000), FILE: "--><b>.yaml" }).status).toBe(0);
  const comment = readFileSync(file("upfront-comment.md"), "utf8");
  expect(comment.length).toBeLessThan(60_000);
  expect(comment).toMatch(/^<!-- upfront-plan --__b_\.yaml -->\n[\s\S]*The plan is cut here\./);
  expect(planStep({ SAYS: "a\\n".repeat(20_000) }).status).toBe(0);
  expect(readFileSync(file("upfront-comment.md"), "utf8").length).toBeLessThan(60_000);
});

test("the comment of an earlier plan is edited in place", () => {
  planStep();
  const comment = (found: string) =>
    runStep("Comment on the pull request", { GITHUB_REPOSITORY: "acme/infra", NUMBER: "7", FOUND: found }).calls;
  expect(comment("").at(-1)).toMatch(/<POST><repos\/acme\/infra\/issues\/7\/comments>.*<body=@.*upfront-comment\.md>$/);
  expect(comment("41\\n42\\n").at(-1)).toMatch(/<PATCH><repos\/acme\/infra\/issues\/comments\/41>/);
});

test("applying says the commit, hides its output from the runner and ends as the tool does", () => {
  const applied = runStep("Apply", {
    FILE: "a b.yaml",
    PRUNE: "true",
    GITHUB_SHA: "3f2c1ab",
    CODE: "1",
    SAYS: "::error::x\\n",
  });
  expect(applied).toMatchObject({ status: 1, stdout: "::stop-commands::once\n::error::x\n::once::\n" });
  expect(applied.calls).toEqual(["tool <apply><--yes><--ref><3f2c1ab><--prune><--><a b.yaml>"]);
});

test("a failed deployment opens an incident once for its run, and a green one resolves it", () => {
  const components = "Web shop=major_outage\n\nAPI=partial_outage\n";
  const incident = (outcome: string, affected = components) =>
    runStep("Open or resolve the incident", {
      OUTCOME: outcome,
      TITLE: "-x $(touch hacked)",
      MESSAGE: "We\nlook.",
      UPFRONT_PAGE: "shop",
      COMPONENTS: affected,
      GITHUB_RUN_ID: "9",
      GITHUB_RUN_ATTEMPT: "2",
    }).calls.join("\n");
  const opened = incident("failure");
  expect(opened.replace(/<9-2-\d+>/, "<KEY>")).toBe(
    "tool <incident><open><--unless-open><--key><KEY><--message=We\nlook.><--component=Web shop=major_outage><--component=API=partial_outage><--><-x $(touch hacked)>",
  );
  writeFileSync(file("calls"), "");
  expect(incident("failure")).toBe(opened);
  writeFileSync(file("calls"), "");
  expect(/<9-2-\d+>/.exec(incident("failure", "API=major_outage"))?.[0]).not.toBe(/<9-2-\d+>/.exec(opened)?.[0]);
  expect(incident("failure", "")).toContain("<--impact><minor><--><-x");
  writeFileSync(file("calls"), "");
  expect(incident("success")).toBe("tool <incident><resolve><--if-open><--><-x $(touch hacked)>");
  writeFileSync(file("calls"), "");
  expect([incident("cancelled"), existsSync("hacked")]).toEqual(["", false]);
});
