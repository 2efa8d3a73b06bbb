import { globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  cataloguePath,
  catalogueRooms,
  deskCataloguePath,
  deskFiles,
  deskRoomOf,
  roomOf,
} from "../../app/i18n/catalogue-rooms.ts";
import { root } from "../../scripts/setup/install.mjs";

const locales = join(root, "app/i18n/locales");

const treeAt = (path: string) => JSON.parse(readFileSync(path, "utf8"));

function write(path: string, tree: object): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(tree));
}

/** Returns management's translated rooms. */
function deskCatalogueOf(language: string): object | null {
  const paths = deskFiles(language).flatMap((pattern) => globSync(pattern, { cwd: root }));
  const rooms = paths.map((path) => [deskRoomOf(path.replaceAll("\\", "/")), treeAt(join(root, path))]);
  return rooms.length === 0 ? null : Object.fromEntries(rooms);
}

/** Writes each language's catalogues, by room, to the files beside the worker. English is in the worker. */
export function writeCatalogues(folder: string): void {
  const languages = readdirSync(locales).map((name) => name.replace(/\.json$/, ""));
  for (const language of languages.filter((each) => each !== "en")) {
    const tree = treeAt(join(locales, `${language}.json`));
    for (const room of catalogueRooms) write(join(folder, cataloguePath(language, room)), roomOf(tree, room));
    const desk = deskCatalogueOf(language);
    if (desk) write(join(folder, deskCataloguePath(language)), desk);
  }
}
