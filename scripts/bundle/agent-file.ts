import { createHash } from "node:crypto";
import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build, type Plugin } from "esbuild";
import { root } from "../setup/install.mjs";
import { charsetNamesModuleSource } from "./by-the-runtime.ts";

const head = `#!/usr/bin/env node
// The agent of Upfront: checks what only its own network reaches, and reports. One file for Node 20 or later (docs/agent.md).
// It is made of agent/ and of the checks that a deployment makes itself.
URL.parse ??= (text, base) => (URL.canParse(text, base) ? new URL(text, base) : null);`;

/** Replaces modules that are unnecessary in Node: names of charsets, and zod's messages in other languages. */
const lean: Plugin = {
  name: "upfront-lean-agent",
  setup({ onLoad }) {
    const names = charsetNamesModuleSource.replace(
      "module.exports =",
      "export const { labelToName, getBOMEncoding } =",
    );
    onLoad({ filter: /@exodus\/bytes\/encoding-lite\.js$/ }, () => ({ contents: names, loader: "js" }));
    onLoad({ filter: /\/zod\/v4\/locales\/index\.js$/ }, () => ({
      contents: 'export { default as en } from "./en.js";',
      loader: "js",
      resolveDir: join(root, "node_modules/zod/v4/locales"),
    }));
  },
};

/** Returns the agent as people copy it: readable, so that they can see what they run in their network. */
export async function bundleAgent(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(root, "agent/main.ts")],
    alias: { "~": join(root, "app") },
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    target: "node20",
    charset: "utf8",
    legalComments: "eof",
    banner: { js: head },
    plugins: [lean],
    logLevel: "error",
  });
  return outputFiles[0]?.text ?? "";
}

/**
 * Writes it under a name by its contents, unless that file exists; several processes may do so at once. Returns the
 * path.
 */
export async function writeAgentFile(folder = join(root, ".cache/agent")): Promise<string> {
  const text = await bundleAgent();
  const path = join(folder, `${createHash("sha256").update(text).digest("hex").slice(0, 16)}.mjs`);
  if (existsSync(path)) return path;
  mkdirSync(dirname(path), { recursive: true });
  const beside = `${path}.${process.pid}`;
  writeFileSync(beside, text);
  renameSync(beside, path);
  return path;
}
