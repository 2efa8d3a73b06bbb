import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../../scripts/setup/install.mjs";

/** Returns the path at which the image has a module of the application as one file for Node. */
export const bundlePathOf = (path: string): string => path.replace(/\.ts$/, ".js");

/**
 * Imports a module of the application. In a clone Vite reads the sources, so no build is needed; the image has no Vite,
 * and a bundle in the module's place (`scripts/image/own-files`).
 */
export async function importApplicationModule<T>(path: string): Promise<T> {
  const bundle = join(root, bundlePathOf(path));
  if (existsSync(bundle)) return import(pathToFileURL(bundle).href) as Promise<T>;
  const { runnerImport } = await import("vite");
  const settings = { configFile: false as const, root, resolve: { alias: { "~": join(root, "app") } } };
  const { module } = await runnerImport<T>(join(root, path), settings);
  return module;
}
