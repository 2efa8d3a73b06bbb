import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { cataloguePath, catalogueRooms, roomOf } from "../../app/i18n/catalogue-rooms.ts";
import { root } from "../setup/install.mjs";

const locales = join(root, "app/i18n/locales");

/** Writes each language's catalogue, by room, among the files that lie beside the worker. English is in the worker. */
export function writeCatalogues(folder: string): void {
  const languages = readdirSync(locales).map((name) => name.replace(/\.json$/, ""));
  for (const language of languages.filter((each) => each !== "en")) {
    const tree = JSON.parse(readFileSync(join(locales, `${language}.json`), "utf8"));
    for (const room of catalogueRooms) {
      const path = join(folder, cataloguePath(language, room));
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, JSON.stringify(roomOf(tree, room)));
    }
  }
}
