import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../setup/install.mjs";
import { type SeededFault, textWithSeededFault } from "./seeded-fault.ts";

const folders = ["app", "agent", "server", "tests", "scripts", "migrations", "public", "docs"];
const settings = ["package.json", "tsconfig.json", "vitest.config.ts", "vite.config.ts", "wrangler.toml"];

/** A copy of everything that tests need, in a folder of its own: the working tree is never changed. */
export interface RepositoryCopy {
  path: string;
  /** Runs the work while the fault is in it. */
  with<T>(fault: SeededFault, work: () => Promise<T>): Promise<T>;
  remove(): void;
}

export function openRepositoryCopy(): RepositoryCopy {
  const path = mkdtempSync(join(tmpdir(), "upfront-mutations-"));
  for (const name of [...folders, ...settings]) cpSync(join(root, name), join(path, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(path, "node_modules"));
  return {
    path,
    async with(fault, work) {
      const file = join(path, fault.file);
      const text = readFileSync(file, "utf8");
      writeFileSync(file, textWithSeededFault(text, fault));
      try {
        return await work();
      } finally {
        writeFileSync(file, text);
      }
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}
