import type { Plugin } from "vite";
import { deskRoomOfFile, isBesideWorker } from "../../app/i18n/catalogue-rooms.ts";

const catalogue = /\/app\/(.+)\/words\/en\.json$/;

/** Returns the room of management whose English this module is, when it is data and no code; else null. */
export function deskRoomOfModule(id: string): string | null {
  const folder = catalogue.exec(id)?.[1];
  return folder !== undefined && isBesideWorker(folder) ? deskRoomOfFile(folder) : null;
}

/**
 * Takes management's English out of all code: the worker reads it from a file beside it (`server/listener`), and browsers
 * get a page's words as its data. Visitors and programs never need it, and it is a twentieth of the worker.
 */
export const deskEnglishPlugin = (): Plugin => ({
  name: "upfront-desk-english",
  enforce: "pre",
  load(id) {
    if (id.endsWith("/app/i18n/desk-english.ts")) return "export const deskEnglish = { isInCode: false };";
    return deskRoomOfModule(id) === null ? null : "{}";
  },
});
