import { globSync, readFileSync } from "node:fs";
import {
  type CatalogueRoom,
  cataloguePath,
  catalogueRooms,
  deskCataloguePath,
  deskFiles,
  deskRoomOf,
  roomOf,
} from "~/i18n/catalogue-rooms";
import { type Language, languageFor, languageNames, spokenTag } from "~/i18n/languages";
import type { CatalogueTree } from "~/i18n/locales";
import { englishWords, type Words, wordsOf } from "~/i18n/words";

/** Returns a language's whole catalogue, from its file. */
export const readLocale = (language: Language): CatalogueTree =>
  JSON.parse(readFileSync(`app/i18n/locales/${language}.json`, "utf8"));

const trees = new Map<Language, CatalogueTree>();

function treeOf(language: Language): CatalogueTree {
  const tree = trees.get(language) ?? readLocale(language);
  trees.set(language, tree);
  return tree;
}

/** Returns the words of a language without an isolate that reads them. */
export function words(given: string): Words {
  const tag = spokenTag(given);
  const language = languageFor(tag);
  return language === "en" && tag === "en" ? englishWords : wordsOf(tag, treeOf(language));
}

/** Returns management's catalogues in a language by room, from the translators' files. */
export const deskCatalogueOf = (language: string): Record<string, CatalogueTree> =>
  Object.fromEntries(
    deskFiles(language)
      .flatMap((pattern) => globSync(pattern))
      .map((path) => [deskRoomOf(path), JSON.parse(readFileSync(path, "utf8")) as CatalogueTree]),
  );

const publicFiles = (language: Language): [string, object][] =>
  catalogueRooms.map((room: CatalogueRoom) => [cataloguePath(language, room), roomOf(treeOf(language), room)]);

/** Returns the files that the build makes of the catalogues, by path. */
export const catalogueFiles = (): Map<string, object> =>
  new Map(
    (Object.keys(languageNames) as Language[])
      .filter((each) => each !== "en")
      .flatMap((language) => {
        const desk = deskCatalogueOf(language);
        const files = publicFiles(language);
        return Object.keys(desk).length === 0 ? files : [...files, [deskCataloguePath(language), desk] as const];
      }),
  );
