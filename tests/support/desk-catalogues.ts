import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { deskRoomOfFile } from "~/i18n/catalogue-rooms";
import { importsOf } from "./imports";
import { filesOf } from "./kinds";
import { root } from "./sources";
import { treeOf } from "./syntax";
import { folderOf } from "./words";

/** The words of one room of management. */
export interface DeskCatalogue {
  name: string;
  /** Folder of its English. */
  words: string;
  /** Files that use its words: those of its own folder, and others that import them. */
  files: string[];
}

const paths = filesOf("desk", "ui", "words");
const known = new Set(paths);

/** Returns the files from which a file imports its words. */
const speaksBy = (path: string): string[] =>
  importsOf(treeOf(path, readFileSync(join(root, path), "utf8")), path, known).flatMap(({ file }) => file ?? []);

export function deskCatalogues(): DeskCatalogue[] {
  const spoken = new Map(paths.map((path) => [path, new Set(speaksBy(path))]));
  return globSync(["app/**/desk/words/en.json", "app/ui/*/words/en.json"], { cwd: root })
    .sort()
    .map((english) => {
      const words = dirname(english);
      const speaking = paths.filter((path) => spoken.get(path)?.has(english));
      const isOwn = (path: string) => dirname(path) === dirname(words) || dirname(path) === words;
      const takes = (path: string) => speaking.some((each) => spoken.get(path)?.has(each));
      return {
        name: deskRoomOfFile(folderOf(english)),
        words,
        files: paths.filter((path) => isOwn(path) || takes(path)),
      };
    });
}
