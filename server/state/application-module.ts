import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../../scripts/setup/install.mjs";
import { applicationBundleUrl } from "./application-bundle.ts";

/** Returns the path at which the image has a module of the application as one file for Node. */
export const bundlePathOf = (path: string): string => path.replace(/\.ts$/, ".js");

/**
 * Imports a module of the application. In a clone it is bundled from the sources, so no build is needed; the image has
 * no bundler, and a bundle in the module's place (`scripts/image/own-files`).
 */
export async function importApplicationModule<T>(path: string): Promise<T> {
  const bundle = join(root, bundlePathOf(path));
  const url = existsSync(bundle) ? pathToFileURL(bundle).href : await applicationBundleUrl(root, path);
  return import(url) as Promise<T>;
}
