import { globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  deskCataloguePath,
  deskRoomOfFile,
  filesOfLanguage,
  isBesideWorker,
  languagesFolder,
} from "../../app/i18n/catalogue-rooms.ts";
import { root } from "../../scripts/setup/install.mjs";

const languages = join(root, languagesFolder);

function writeFile(folder: string, [path, content]: readonly [path: string, content: object]): void {
  const target = join(folder, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, JSON.stringify(content));
}

const readJson = (path: string) => JSON.parse(readFileSync(path, "utf8"));

/** Returns management's English texts by the name of their room. They are stored beside the code. */
function englishOfDesk(): Record<string, object> {
  const paths = globSync(["app/**/desk/words/en.json", "app/ui/*/words/en.json"], { cwd: root }).sort();
  const rooms = paths.map((path): [folder: string, path: string] => [path.slice(4, -"/words/en.json".length), path]);
  return Object.fromEntries(
    rooms
      .filter(([folder]) => isBesideWorker(folder))
      .map(([folder, path]) => [deskRoomOfFile(folder), readJson(join(root, path))]),
  );
}

/** Writes each language, split by room, to the files beside the worker; the English that visitors read is in the worker. */
export function writeCatalogueFiles(folder: string): void {
  writeFile(folder, [deskCataloguePath("en"), englishOfDesk()]);
  for (const name of readdirSync(languages)) {
    const content = readJson(join(languages, name));
    for (const file of filesOfLanguage(name.replace(/\.json$/, ""), content)) writeFile(folder, file);
  }
}
