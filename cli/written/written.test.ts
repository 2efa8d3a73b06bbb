import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { cliCommands, cliGroupDescriptionByName } from "../definitions/commands";
import { makeParser } from "../program/parser";
import { completionScript } from "./completion";
import { manualPage } from "./manual";
import { cliReference } from "./reference";

const document = new URL("../../docs/cli.md", import.meta.url);

test("docs/cli.md is what the definitions say, below its introduction", () => {
  const [, written = ""] = readFileSync(document, "utf8").split("<!-- written from cli/definitions -->\n\n");
  expect(written.trimEnd()).toBe(cliReference(cliCommands).trimEnd());
});

test("every command has a group, an example that is a command, and loads", async () => {
  for (const { name, examples, load } of cliCommands) {
    const [noun = "", verb] = name.split(" ");
    if (verb !== undefined) expect(cliGroupDescriptionByName).toHaveProperty(noun);
    expect(examples.length).toBeGreaterThan(0);
    for (const [line] of examples) expect(line).toContain(`upfront ${name}`);
    expect(await load()).toBeTypeOf("function");
  }
});

/** Returns the words of a completion as bash computes them. */
function bashCompletions(line: string): string[] {
  const words = line.split(" ");
  const array = words.map((word) => JSON.stringify(word)).join(" ");
  const script = `${completionScript("bash", cliCommands)}
COMP_WORDS=(${array}); COMP_CWORD=${words.length - 1}; _upfront; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, status } = spawnSync("bash", ["--norc", "-c", script], { encoding: "utf8" });
  expect(status).toBe(0);
  return stdout.split("\n").filter(Boolean);
}

test.each([
  ["upfront inc", ["incident"]],
  ["upfront incident re", ["resolve"]],
  ["upfront incident open --dr", ["--draft"]],
  ["upfront component set Web maj", ["major_outage"]],
  ["upfront status --js", ["--json"]],
  ["upfront nothing x", []],
])("bash completes “%s”", (line, words) => {
  expect(bashCompletions(line)).toEqual(words);
});

test("the manual has every command and option, and no line that is a request of roff by chance", () => {
  const manual = manualPage(cliCommands);
  for (const { name, options = [] } of cliCommands) {
    expect(manual).toContain(name.replaceAll("-", "\\-"));
    for (const { flags } of options) expect(manual).toContain(flags.replaceAll("-", "\\-"));
  }
  const requests = manual.split("\n").filter((line) => /^[.']/.test(line));
  expect(requests.filter((line) => !/^\.(TH|SH|SS|TP|PP|B|I|nf|fi)( |$)/.test(line))).toEqual([]);
});

test("the parser writes only where it is told, and never ends the process", () => {
  const said: string[] = [];
  const output = { write: (text: string) => said.push(text), isTerminal: false, columns: 80 };
  const machine = { out: output, err: output };
  const parser = makeParser({
    commands: cliCommands,
    groups: cliGroupDescriptionByName,
    machine,
    take: () => undefined,
  });
  expect(() => parser.parse(["incident", "open", "--nothing"], { from: "user" })).toThrow();
  expect(said.join("")).toContain("unknown option '--nothing'");
});
