type Tree = Record<string, Record<string, string>>;

/** A language's catalogue is a file beside the worker, by room: what a front page says, and everything. */
export const catalogueRooms = ["front", "all"] as const;
export type CatalogueRoom = (typeof catalogueRooms)[number];

/** Groups that no front page says. */
const elsewhere = ["mail", "account", "team", "subscribe", "report", "chart", "history", "calendar"];

export const cataloguePath = (language: string, room: CatalogueRoom): string => `/words/${language}/${room}.json`;

/** What stands in a room's file, of the whole catalogue. */
export const roomOf = (tree: Tree, room: CatalogueRoom): Tree =>
  room === "all" ? tree : Object.fromEntries(Object.entries(tree).filter(([group]) => !elsewhere.includes(group)));
