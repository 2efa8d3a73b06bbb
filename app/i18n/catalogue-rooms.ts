type Tree = Record<string, Record<string, string>>;

/**
 * The file of a language. It contains the texts of each room by the folder below `app` whose `words` folder contains
 * the English texts.
 */
export interface LanguageFile {
  /** This is what visitors read on public pages, and in emails and feeds; its English is `i18n/locales/en.json`. */
  public: Tree;
  [room: string]: Tree;
}

/** Folder with a file for each language except English, whose texts are beside the code. */
export const languagesFolder = "app/i18n/languages";

/** Files of a language's catalogue beside the worker: the words of a front page, and all words. */
export const catalogueParts = ["front", "all"] as const;
export type CataloguePart = (typeof catalogueParts)[number];

/** Groups that no front page uses. */
const elsewhere = ["mail", "account", "team", "subscribe", "report", "chart", "history", "calendar", "elsewhere"];

export const cataloguePath = (language: string, room: CataloguePart): string => `/words/${language}/${room}.json`;

/** Returns the part of the catalogue that a room's file contains. */
export const cataloguePartOf = (tree: Tree, room: CataloguePart): Tree =>
  room === "all" ? tree : Object.fromEntries(Object.entries(tree).filter(([group]) => !elsewhere.includes(group)));

/**
 * Returns the path of the file beside the worker that contains management's texts in a language. The English file
 * contains only the rooms for which `isBesideWorker` is true.
 */
export const deskCataloguePath = (language: string): string => `/words/${language}/management.json`;

/**
 * Path of the file beside the worker that says which groups of words each route's script uses: the build writes it,
 * because it knows which file contains what.
 */
export const wordGroupsPath = "/words/groups.json";

/** Every page shows these rooms, and an error does when nothing else can be read: their English stays with the code. */
const roomsInCode = ["ui/frame", "ui/parts"];

/** Returns true if the English texts of this folder are in a file beside the worker. */
export const isBesideWorker = (folder: string): boolean =>
  (folder.startsWith("ui/") || folder.endsWith("/desk")) && !roomsInCode.includes(folder);

const roomNames: readonly [RegExp, string][] = [
  [/^(?:[\w-]+\/)*([\w-]+)\/desk$/, "$1"],
  [/^ui\/([\w-]+)$/, "$1"],
  [/^([\w-]+)\/rules$/, "fields/$1"],
  [/^(failures|adapters)$/, "$1"],
];

/** Returns the name under which the code loads the texts of a management folder: `incidents` for `incidents/desk`. */
export function deskRoomOfFile(folder: string): string {
  const [pattern, name] = roomNames.find(([each]) => each.test(folder)) ?? [];
  if (!pattern || !name) throw new Error(`${folder} is no room of management`);
  return folder.replace(pattern, name);
}

/** Splits a language into the files beside the worker, by their paths: a page loads no more than the part it needs. */
export function filesOfLanguage(
  language: string,
  { public: visitors, ...rooms }: LanguageFile,
): [path: string, content: object][] {
  const desk = Object.entries(rooms).map(([folder, tree]) => [deskRoomOfFile(folder), tree]);
  return [
    ...catalogueParts.map((room): [string, object] => [cataloguePath(language, room), cataloguePartOf(visitors, room)]),
    ...(desk.length > 0 ? [[deskCataloguePath(language), Object.fromEntries(desk)] as [string, object]] : []),
  ];
}
