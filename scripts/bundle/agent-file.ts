import { join } from "node:path";
import { build } from "esbuild";
import { root } from "../setup/install.mjs";
import { leanNodePlugin, nodeProgramOptions, writeProgramFile } from "./node-program.ts";

const head = `#!/usr/bin/env node
// The agent of Upfront: checks what only its own network reaches, and reports. One file for Node 20 or later (docs/agent.md).
// It is made of agent/ and of the checks that a deployment makes itself.
URL.parse ??= (text, base) => (URL.canParse(text, base) ? new URL(text, base) : null);`;

/** Returns the agent as people copy it: readable, so that they can see what they run in their network. */
export async function bundleAgent(): Promise<string> {
  const { outputFiles } = await build({
    ...nodeProgramOptions,
    entryPoints: [join(root, "agent/main.ts")],
    banner: { js: head },
    plugins: [leanNodePlugin],
  });
  return outputFiles[0]?.text ?? "";
}

/** Writes it for a test or a container; returns the path. */
export const writeAgentFile = async (folder = join(root, ".cache/agent")): Promise<string> =>
  writeProgramFile(folder, await bundleAgent());
