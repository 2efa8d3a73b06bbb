import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** Sizes and times of the files that a bundle was made of, by their paths in the clone. */
type SourceStamps = Record<string, string>;

/** Older packages load Node's own modules with `require`, which a module does not have. */
const requireLine = 'import { createRequire } from "node:module";const require = createRequire(process.execPath);';

function stampOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? `${found.size} ${found.mtimeMs}` : "none";
}

const stampsOf = (root: string, paths: readonly string[]): SourceStamps =>
  Object.fromEntries(paths.map((path) => [path, stampOf(join(root, path))]));

/** Returns true when the bundle is there and everything that it was made of is as it was then. */
function isCurrent(root: string, file: string): boolean {
  try {
    const [line = ""] = readFileSync(file, "utf8").split("\n", 1);
    const stamps = Object.entries(JSON.parse(line.slice("//".length)) as SourceStamps);
    return stamps.every(([path, stamp]) => stampOf(join(root, path)) === stamp);
  } catch {
    return false;
  }
}

async function bundleText(root: string, path: string): Promise<string> {
  const { build } = await import("esbuild");
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [path],
    bundle: true,
    metafile: true,
    write: false,
    platform: "node",
    format: "esm",
    target: "node22",
    legalComments: "none",
    banner: { js: requireLine },
  });
  const own = relative(root, fileURLToPath(import.meta.url));
  const stamps = stampsOf(root, [...Object.keys(metafile.inputs), own]);
  return `//${JSON.stringify(stamps)}\n${outputFiles[0]?.text}`;
}

/**
 * Returns the URL of a module of the application as one file for Node, which is made again when a source has changed:
 * to read hundreds of sources is most of what a short command does. Where the clone cannot be written, the URL holds
 * the text itself.
 */
export async function applicationBundleUrl(root: string, path: string): Promise<string> {
  const file = join(root, ".cache/application", path.replace(/\.ts$/, ".mjs"));
  if (isCurrent(root, file)) return pathToFileURL(file).href;
  const text = await bundleText(root, path);
  const fresh = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(fresh, text);
    renameSync(fresh, file);
    return pathToFileURL(file).href;
  } catch {
    return `data:text/javascript;base64,${Buffer.from(text).toString("base64")}`;
  }
}
