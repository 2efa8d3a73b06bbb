import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

interface Files {
  module: string;
  imports: string[];
}

interface Manifest {
  entry: Files;
  routes: Record<string, Files & { parentId?: string }>;
}

/** Reads the manifest of this build; those of earlier builds are kept beside it, for pages that are still open. */
function builtManifest(): Manifest {
  const [name] = /\/assets\/manifest-[\w-]+\.js/.exec(readFileSync("build/server/parts/server-build.js", "utf8")) ?? [];
  if (name === undefined) throw new Error("The built worker names no manifest.");
  const text = readFileSync(`build/client${name}`, "utf8");
  return JSON.parse(text.slice(text.indexOf("=") + 1).replace(/;\s*$/, ""));
}

/**
 * Returns the scripts that a browser loads for each page of management, by the build's manifest: its own, its layouts',
 * and their imports.
 */
export function scriptsOfPages(): Map<string, string[]> {
  const { entry, routes } = builtManifest();
  const filesOf = (id: string | undefined): string[] => {
    const found = id === undefined ? undefined : routes[id];
    return found ? [found.module, ...found.imports, ...filesOf(found.parentId)] : [entry.module, ...entry.imports];
  };
  const pages = Object.keys(routes).filter((id) => /\/desk\/|^ui\//.test(id));
  return new Map(pages.map((id) => [id, [...new Set(filesOf(id))].sort()]));
}

const sizes = new Map<string, number>();

/** Returns the size of a script as it is sent, in bytes. */
export function scriptSize(url: string): number {
  const size = sizes.get(url) ?? gzipSync(readFileSync(`build/client${url}`), { level: 9 }).byteLength;
  sizes.set(url, size);
  return size;
}
