import { readFileSync } from "node:fs";
import { join } from "node:path";
import { languagesFolder } from "../../app/i18n/catalogue-rooms.ts";
import { root } from "../../scripts/setup/install.mjs";

type Tree = Record<string, Record<string, string> | undefined>;

/** Returns what visitors read in a language, for programs beside the worker. Throws ENOENT for an unknown language. */
export function readPublicWords(language: string): Tree {
  const read = (path: string) => JSON.parse(readFileSync(join(root, path), "utf8"));
  return language === "en" ? read("app/i18n/locales/en.json") : read(`${languagesFolder}/${language}.json`).public;
}
