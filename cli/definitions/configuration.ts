import type { CommandDefinition } from "../definition/command-definition";

const fileArgument = { name: "FILE", summary: "a configuration file; - reads it from standard input" } as const;
const pruneOption = {
  flags: "--prune",
  summary: "delete what this file once made and no longer describes",
} as const;

/** Commands of configuration files (docs/configuration-file.md). */
export const configurationCommands: readonly CommandDefinition[] = [
  {
    name: "validate",
    summary: "check configuration files on this machine",
    about: "It needs no sign-in and sends nothing. Variables are those of the environment.",
    args: [{ ...fileArgument, summary: "configuration files; - reads standard input", isRepeatable: true }],
    examples: [["upfront validate upfront.yaml", "Find errors, with their lines and columns"]],
    exits: { 1: "a file has errors" },
    load: async () => (await import("../commands/configuration")).validateFiles,
  },
  {
    name: "plan",
    summary: "show what a configuration file would change",
    about: "It changes nothing. A wrong command line ends with 1 here, too.",
    args: [fileArgument],
    options: [pruneOption],
    examples: [["upfront plan upfront.yaml", "Compare the file with its pages"]],
    exits: { 0: "nothing differs", 1: "the file has errors, or it failed", 2: "there are changes to apply" },
    load: async () => (await import("../commands/configuration")).planFile,
  },
  {
    name: "apply",
    summary: "apply a configuration file",
    about:
      "It shows the plan, asks, applies exactly this plan and waits for its end. When the page changes meanwhile, it shows the new plan and applies nothing.",
    args: [fileArgument],
    options: [
      { flags: "--yes", summary: "do not ask; needed where nobody can answer" },
      pruneOption,
      { flags: "--ref <COMMIT>", summary: "commit or other reference, for the audit log" },
    ],
    examples: [
      ["upfront apply upfront.yaml", "Look at the plan and confirm it"],
      ['upfront apply upfront.yaml --yes --ref "$GITHUB_SHA"', "Apply it in a CI"],
    ],
    exits: { 1: "the file has errors, the plan is over, or a change was refused" },
    load: async () => (await import("../commands/configuration")).applyFile,
  },
  {
    name: "export",
    summary: "write the configuration file of a page as it is",
    about: "Secrets are named in it and not held.",
    options: [{ flags: "-o, --out <FILE>", summary: "file to write; standard output if absent" }],
    examples: [["upfront export --page shop -o upfront.yaml", "Begin with what is there"]],
    load: async () => (await import("../commands/configuration-export")).exportPageCommand,
  },
];
