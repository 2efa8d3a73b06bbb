import { readFileSync } from "node:fs";

/** Old and new places of files: a row of the table in docs/moved.md. */
interface MoveTableRow {
  before: string;
  /** Names without their endings; empty = every file of the folder that no other row names. */
  names: readonly { before: string; now: string }[];
  now: string;
}

const document = new URL("../../docs/moved.md", import.meta.url);
const wordsIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, word = ""]) => word);

/** Reads names: "a" stays a, "a → b" is renamed to b. */
const namesIn = (cell: string): MoveTableRow["names"] =>
  [...cell.matchAll(/`([^`]+)`(?: → `([^`]+)`)?/g)].map(([, before = "", now]) => ({ before, now: now ?? before }));

export function parseMoveTableRows(text: string): MoveTableRow[] {
  const lines = text.split("\n").filter((line) => line.startsWith("| `"));
  return lines.map((line) => {
    const [before = "", names = "", now = ""] = line.split("|").slice(1);
    return { before: wordsIn(before)[0] ?? "", names: namesIn(names), now: wordsIn(now)[0] ?? "" };
  });
}

/** Returns a file's name up to its endings: `home.route.tsx` and `home.test.ts` move with `home`. */
export const fileStemOf = (name: string): string => /^[^.]+/.exec(name)?.[0] ?? name;

interface MoveTable {
  /** New places by folder and stem. */
  files: Map<string, string>;
  /** New folders, deepest first. */
  folders: [before: string, now: string][];
}

export function moveTableOfRows(rows: readonly MoveTableRow[]): MoveTable {
  const files = rows.flatMap(({ before, names, now }) =>
    names.map((name): [string, string] => [`${before}/${name.before}`, `${now}/${name.now}`]),
  );
  const folders = rows.flatMap(({ before, names, now }): [string, string][] =>
    names.length === 0 ? [[before, now]] : [],
  );
  return { files: new Map(files), folders: folders.toSorted(([one], [other]) => other.length - one.length) };
}

/** Moves the words of a noun to a folder of their own, beside their English. */
const besideEnglish = (path: string): string =>
  path.replace(/^(app\/.+\/(?:desk|rules))\/words\.((?:test\.)?ts)$/, "$1/words/words.$2");

/** Returns the new place of `path`; the same when no row names it. */
export function newPathOf(path: string, { files, folders }: MoveTable): string {
  const at = path.lastIndexOf("/");
  const [folder, name] = [path.slice(0, at), path.slice(at + 1)];
  const stem = fileStemOf(name);
  const own = files.get(`${folder}/${stem}`);
  if (own !== undefined) return besideEnglish(own + name.slice(stem.length));
  const [before, now] = folders.find(([each]) => `${folder}/`.startsWith(`${each}/`)) ?? [];
  return besideEnglish(before === undefined ? path : now + path.slice(before.length));
}

export const readMoveTable = (): MoveTable => moveTableOfRows(parseMoveTableRows(readFileSync(document, "utf8")));
