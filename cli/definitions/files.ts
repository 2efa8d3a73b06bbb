import type { CommandDefinition } from "../definition/command-definition";

const stateOption = {
  flags: "--state <FOLDER>",
  summary: "state folder of a deployment on this machine; .upfront if absent",
} as const;
const cloudflareOption = {
  flags: "--cloudflare",
  summary: "the deployment on Cloudflare; only in a clone of the repository",
} as const;

/** Commands that move data, and what is written from these definitions. */
export const fileCommands: readonly CommandDefinition[] = [
  {
    name: "import",
    summary: "import a page from another product",
    about: "It reads on this machine and sends the result as a preview, which you apply in the browser.",
    args: [
      { name: "PRODUCT", summary: "uptime-kuma, statuspage, csv, …; “list” names all" },
      { name: "FILE", summary: "files and folders of the product", isOptional: true, isRepeatable: true },
    ],
    options: [
      { flags: "--from <URL>", summary: "page or API to read" },
      { flags: "--key-env <NAME>", summary: "environment variable with the key of that API" },
      { flags: "--time-zone <ZONE>", summary: "zone of times that have none, such as Europe/Berlin" },
      {
        flags: "--choice <NAME=VALUE>",
        summary: "a further choice of the product, such as page=ID",
        isRepeatable: true,
      },
      { flags: "--variable <NAME>", summary: "environment variable that its files mean by $NAME", isRepeatable: true },
      { flags: "--dry", summary: "only say what would come" },
      { flags: "--out <FILE>", summary: "write the result to a file instead" },
    ],
    examples: [
      ["upfront import list", "The products"],
      ["upfront import uptime-kuma kuma.db --page shop", "Import Uptime Kuma’s database"],
    ],
    load: async () => (await import("../commands/import")).importPage,
  },
  {
    name: "backup",
    summary: "back up a deployment on this machine into one file",
    args: [{ name: "FILE", summary: "file to write; one named by the day if absent", isOptional: true }],
    options: [
      stateOption,
      { flags: "--with-secrets", summary: "keep secrets, encrypted with the deployment’s UPFRONT_SECRET" },
      cloudflareOption,
    ],
    examples: [["upfront backup before-upgrade.jsonl.gz", "Back up the running deployment"]],
    load: async () => (await import("../commands/copies")).backUpDeployment,
  },
  {
    name: "restore",
    summary: "restore a backup",
    args: [{ name: "FILE", summary: "a file of upfront backup" }],
    options: [
      stateOption,
      { flags: "--without-secrets", summary: "leave its secrets out" },
      { flags: "--trust-this-file", summary: "restore a file that this deployment has not signed" },
      { flags: "--replace", summary: "delete what is there" },
      { flags: "--yes", summary: "do not ask before deleting" },
      cloudflareOption,
    ],
    examples: [["upfront restore before-upgrade.jsonl.gz --replace", "Go back to a backup"]],
    load: async () => (await import("../commands/copies")).restoreDeployment,
  },
  {
    name: "mirror",
    summary: "copy a public page into a folder of static files",
    args: [
      { name: "ADDRESS", summary: "address of the page" },
      { name: "FOLDER", summary: "folder to write" },
    ],
    examples: [["upfront mirror https://status.example.com ./mirror", "Keep a copy elsewhere"]],
    load: async () => (await import("../commands/mirror")).mirrorPublicPageCommand,
  },
  {
    name: "completion",
    summary: "print completions for a shell",
    args: [{ name: "SHELL", summary: "the shell", choices: ["bash", "zsh", "fish"] }],
    examples: [["upfront completion bash > ~/.local/share/bash-completion/completions/upfront", "Install them"]],
    load: async () => (await import("../commands/written")).printCompletion,
  },
  {
    name: "man",
    summary: "print the manual page",
    examples: [["upfront man | man -l -", "Read it"]],
    load: async () => (await import("../commands/written")).printManual,
  },
];
