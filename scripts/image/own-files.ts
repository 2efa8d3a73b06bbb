import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { bundlePathOf } from "../../server/state/application-module.ts";
import { copiedDockerImageFile, type DockerImageFile, generatedDockerImageFile } from "./files.ts";

/** Packages that the image lacks, each with the only files of ours that may import it, which also work without it. */
const tools: Record<string, readonly string[]> = {
  vite: [],
  wrangler: ["server/saved-options.ts"],
  esbuild: [
    "scripts/bundle/agent-file.ts",
    "scripts/bundle/api-documents.ts",
    "scripts/bundle/cli-file.ts",
    "server/state/application-bundle.ts",
  ],
};

export interface OwnDockerImageFiles {
  files: DockerImageFile[];
  /** Names of the packages that they import. */
  packages: string[];
}

const packageOf = (from: string) => from.split("/", from.startsWith("@") ? 2 : 1).join("/");

/** Finds scripts that a command runs: `runScript(new URL("../server/main.ts", …))`. */
const startedBy = (root: string, path: string): string[] =>
  [...readFileSync(join(root, path), "utf8").matchAll(/new URL\("(\.{1,2}\/[^"]+)"/g)].map(([, next = ""]) =>
    join(dirname(path), next),
  );

/**
 * Finds files that a file runs as a thread or a process, and that no file imports: `new Worker(new
 * URL("./prove-sender.ts", …))`, `fork(fileURLToPath(new URL("./process-main.ts", …)))`.
 */
const threadsOf = (root: string, path: string): string[] =>
  [
    ...readFileSync(join(root, path), "utf8").matchAll(/(?:new Worker\(|fork\(fileURLToPath\()new URL\("\.\/([^"]+)"/g),
  ].map(([, next = ""]) => join(dirname(path), next));

/** Finds all imports of these files, including `import()`, with the bundler's parser; nothing is bundled here. */
async function traced(root: string, entries: readonly string[]): Promise<OwnDockerImageFiles> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [...entries],
    bundle: true,
    packages: "external",
    metafile: true,
    write: false,
    outdir: "traced",
    platform: "node",
    format: "esm",
    splitting: true,
  });
  const packages = new Set<string>();
  for (const [path, { imports }] of Object.entries(metafile.inputs)) {
    for (const { path: from, external } of imports) {
      if (!external || from.startsWith("node:")) continue;
      const name = packageOf(from);
      if (!tools[name]) packages.add(name);
      else if (!tools[name].includes(path)) throw new Error(`${path} imports ${name}, which the image does not have.`);
    }
  }
  const files = Object.keys(metafile.inputs).map((path) => copiedDockerImageFile(path, join(root, path)));
  return { files, packages: [...packages].sort() };
}

/** Older packages load Node's own modules with `require`, which a module does not have. */
const requireLine = 'import { createRequire } from "node:module";const require = createRequire(import.meta.url);';

/** Bundles a module of the application that commands import into one file of JavaScript, like the worker. */
async function bundled(root: string, path: string): Promise<DockerImageFile> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [path],
    bundle: true,
    minify: true,
    write: false,
    platform: "node",
    format: "esm",
    target: "node24",
    banner: { js: requireLine },
  });
  return generatedDockerImageFile(bundlePathOf(path), outputFiles[0]?.contents ?? new Uint8Array());
}

/** Returns the sources that these commands run, unchanged, and bundles of their imports from the application. */
export async function buildOwnDockerImageFiles(
  root: string,
  commands: readonly string[],
): Promise<OwnDockerImageFiles> {
  const begun = [...commands, ...commands.flatMap((command) => startedBy(root, command))];
  const imported = await traced(root, begun);
  const threads = imported.files.flatMap(({ path }) => threadsOf(root, path));
  const { files, packages } = threads.length > 0 ? await traced(root, [...begun, ...threads]) : imported;
  const texts = files.map(({ path }) => readFileSync(join(root, path), "utf8"));
  const modules = texts.flatMap((text) => [...text.matchAll(/importApplicationModule(?:<[^(]+>)?\("([^"]+)"\)/g)]);
  const paths = [...new Set(modules.map(([, path = ""]) => path))];
  return { files: [...files, ...(await Promise.all(paths.map((path) => bundled(root, path))))], packages };
}
