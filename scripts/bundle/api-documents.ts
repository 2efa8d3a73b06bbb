import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin as EsbuildPlugin } from "esbuild";
import { root } from "../setup/install.mjs";

const app = (name: string) => join(root, "app", name);

/**
 * Loads only the one style sheet that the documents need. Other style sheets and scripts of public pages are not read.
 */
const sheets: EsbuildPlugin = {
  name: "upfront-sheets",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /reference\.css\?inline$/ }, () => ({ path: app("api/reference.css"), namespace: "sheet" }));
    onLoad({ filter: /.*/, namespace: "sheet" }, async ({ path }) => {
      const { outputFiles } = await build({ entryPoints: [path], minify: true, write: false, logLevel: "error" });
      return { contents: outputFiles[0]?.text ?? "", loader: "text" };
    });
    onResolve({ filter: /\.css(\?|!)\w+$|\?worker&url$/ }, ({ path }) => ({ path, namespace: "unread" }));
    onLoad({ filter: /.*/, namespace: "unread" }, () => ({ contents: "export default [];" }));
  },
};

const requireBanner = `import { createRequire } from "node:module"; const require = createRequire(import.meta.url);`;

/** Makes the documents about the API by the sources themselves, bundled for Node. */
export async function makeApiDocuments(): Promise<Record<string, object>> {
  const { outputFiles } = await build({
    stdin: {
      contents: 'export * from "./api-documents"; export * from "./api/document";',
      resolveDir: app(""),
    },
    alias: { "~": app("") },
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    banner: { js: requireBanner },
    external: ["cloudflare:*"],
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: [sheets],
    logLevel: "error",
  });
  const program = join(root, `.cache/api-documents.${process.pid}.mjs`);
  mkdirSync(dirname(program), { recursive: true });
  writeFileSync(program, outputFiles[0]?.text ?? "");
  try {
    const { apiDocumentFileByPath: places, makeApiDocument } = await import(pathToFileURL(program).href);
    const made = Object.keys(places).map(async (path) => [places[path].file, await makeApiDocument(path)]);
    return Object.fromEntries(await Promise.all(made));
  } finally {
    rmSync(program, { force: true });
  }
}

/** Writes them beside the worker. */
export async function writeApiDocuments(folder: string): Promise<void> {
  for (const [path, document] of Object.entries(await makeApiDocuments())) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), JSON.stringify(document));
  }
}
