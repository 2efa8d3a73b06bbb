import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Bindings } from "~/platform/env";
import { catalogueFiles } from "./words";

let catalogues: ReturnType<typeof catalogueFiles> | undefined;

function fileAt(path: string): BodyInit | null {
  catalogues ??= catalogueFiles();
  const catalogue = catalogues.get(path);
  if (catalogue) return JSON.stringify(catalogue);
  const file = join("public", path);
  return path.includes("..") || !/\.\w+$/.test(path) || !existsSync(file) ? null : readFileSync(file);
}

/** Serves the files beside the worker, as the build places them. */
export const ownAssets = {
  async fetch(request: string | Request) {
    const { pathname } = new URL(typeof request === "string" ? request : request.url);
    const file = fileAt(pathname);
    return new Response(file ?? "Not found", { status: file === null ? 404 : 200 });
  },
} as unknown as NonNullable<Bindings["ASSETS"]>;
