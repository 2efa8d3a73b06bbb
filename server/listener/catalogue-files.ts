import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { filesOfLanguage, languagesFolder } from "../../app/i18n/catalogue-rooms.ts";
import { root } from "../../scripts/setup/install.mjs";

const languages = join(root, languagesFolder);

/** Writes each language, split by room, to the files beside the worker. English is in the worker. */
export function writeCatalogueFiles(folder: string): void {
  for (const name of readdirSync(languages)) {
    const content = JSON.parse(readFileSync(join(languages, name), "utf8"));
    for (const [path, tree] of filesOfLanguage(name.replace(/\.json$/, ""), content)) {
      const target = join(folder, path);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, JSON.stringify(tree));
    }
  }
}
