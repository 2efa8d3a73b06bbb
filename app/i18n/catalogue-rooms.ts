type Tree = Record<string, Record<string, string>>;

/** A language's catalogue is a file beside the worker, by room: what a front page says, and everything. */
export const catalogueRooms = ["front", "all"] as const;
export type CatalogueRoom = (typeof catalogueRooms)[number];

/** Groups that no front page says. */
const elsewhere = ["mail", "account", "team", "subscribe", "report", "chart", "history", "calendar", "elsewhere"];

export const cataloguePath = (language: string, room: CatalogueRoom): string => `/words/${language}/${room}.json`;

/** What stands in a room's file, of the whole catalogue. */
export const roomOf = (tree: Tree, room: CatalogueRoom): Tree =>
  room === "all" ? tree : Object.fromEntries(Object.entries(tree).filter(([group]) => !elsewhere.includes(group)));

/** All of management in one language is one file beside the worker. */
export const deskCataloguePath = (language: string): string => `/words/${language}/management.json`;

const roomPaths: readonly [RegExp, string][] = [
  [/^app\/(?:[\w-]+\/)*([\w-]+)\/desk\/words\/[\w-]+\.json$/, "$1"],
  [/^app\/ui\/([\w-]+)\/words\/[\w-]+\.json$/, "$1"],
  [/^app\/failures\/words\/[\w-]+\.json$/, "failures"],
  [/^app\/([\w-]+)\/rules\/words\/[\w-]+\.json$/, "fields/$1"],
  [/^app\/i18n\/adapters\/[\w-]+\.json$/, "adapters"],
];

/** Where translators' files of management lie, by the language's tag. */
export const deskFiles = (language: string): string[] =>
  ["app/**/{desk,rules}/words", "app/ui/*/words", "app/failures/words", "app/i18n/adapters"].map(
    (folder) => `${folder}/${language}.json`,
  );

/** Which room of management a translator's file is for. */
export function deskRoomOf(path: string): string {
  const [pattern, name] = roomPaths.find(([each]) => each.test(path)) ?? [];
  if (!pattern || !name) throw new Error(`${path} is for no room of management`);
  return path.replace(pattern, name);
}
