type Tree = Record<string, Record<string, string>>;

/** Files of a language's catalogue beside the worker: the words of a front page, and all words. */
export const catalogueRooms = ["front", "all"] as const;
export type CatalogueRoom = (typeof catalogueRooms)[number];

/** Groups that no front page uses. */
const elsewhere = ["mail", "account", "team", "subscribe", "report", "chart", "history", "calendar", "elsewhere"];

export const cataloguePath = (language: string, room: CatalogueRoom): string => `/words/${language}/${room}.json`;

/** Returns the part of the catalogue that a room's file contains. */
export const roomOf = (tree: Tree, room: CatalogueRoom): Tree =>
  room === "all" ? tree : Object.fromEntries(Object.entries(tree).filter(([group]) => !elsewhere.includes(group)));

/** Returns the path of the file beside the worker that has all of management in one language. */
export const deskCataloguePath = (language: string): string => `/words/${language}/management.json`;

const roomPaths: readonly [RegExp, string][] = [
  [/^app\/(?:[\w-]+\/)*([\w-]+)\/desk\/words\/[\w-]+\.json$/, "$1"],
  [/^app\/ui\/([\w-]+)\/words\/[\w-]+\.json$/, "$1"],
  [/^app\/failures\/words\/[\w-]+\.json$/, "failures"],
  [/^app\/([\w-]+)\/rules\/words\/[\w-]+\.json$/, "fields/$1"],
  [/^app\/i18n\/adapters\/[\w-]+\.json$/, "adapters"],
];

/** Returns the paths of translators' files of management, by the language's tag. */
export const deskFiles = (language: string): string[] =>
  ["app/**/{desk,rules}/words", "app/ui/*/words", "app/failures/words", "app/i18n/adapters"].map(
    (folder) => `${folder}/${language}.json`,
  );

/** Returns the room of management that a translator's file is for. */
export function deskRoomOf(path: string): string {
  const [pattern, name] = roomPaths.find(([each]) => each.test(path)) ?? [];
  if (!pattern || !name) throw new Error(`${path} is for no room of management`);
  return path.replace(pattern, name);
}
