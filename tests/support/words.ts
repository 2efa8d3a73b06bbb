import { globSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import {
  deskCataloguePath,
  deskRoomOfFile,
  filesOfLanguage,
  isBesideWorker,
  type LanguageFile,
  languagesFolder,
} from "~/i18n/catalogue-rooms";
import { type Language, languageNames, languageOrEnglish, localeTagFor } from "~/i18n/languages";
import type { CatalogueTree } from "~/i18n/locales";
import englishTree from "~/i18n/locales/en.json";
import { englishWords, type Words, wordsOfCatalogue } from "~/i18n/words";

const languageFiles = new Map<string, LanguageFile>();

/** Returns the file of a language's translators, read once. */
export function languageFile(language: string): LanguageFile {
  const file = languageFiles.get(language) ?? JSON.parse(readFileSync(`${languagesFolder}/${language}.json`, "utf8"));
  languageFiles.set(language, file);
  return file;
}

/** Returns what visitors read in a language. */
export const readLocale = (language: Language): CatalogueTree =>
  language === "en" ? englishTree : languageFile(language).public;

/** Returns the words of a language without an isolate that reads them. */
export function words(given: string): Words {
  const tag = localeTagFor(given);
  const language = languageOrEnglish(tag);
  return language === "en" && tag === "en" ? englishWords : wordsOfCatalogue(tag, readLocale(language));
}

/** Returns the paths of management's English catalogues, each beside its room. */
export const englishFiles = (): string[] =>
  globSync(["app/**/{desk,rules}/words/en.json", "app/{ui/*,failures}/words/en.json"]).sort();

/** Returns the name of such a file's room in the files of other languages: `incidents/desk`. */
export const folderOf = (englishFile: string): string => dirname(dirname(englishFile)).replace(/^app\//, "");

const inEnglish = () =>
  englishFiles().map((path) => [folderOf(path), JSON.parse(readFileSync(path, "utf8")) as CatalogueTree] as const);

/** Returns management's catalogues in a language by the names of their rooms. */
export function deskCatalogueOf(language: string): Record<string, CatalogueTree> {
  const rooms = language === "en" ? inEnglish() : Object.entries(languageFile(language));
  return Object.fromEntries(
    rooms.filter(([folder]) => folder !== "public").map(([folder, tree]) => [deskRoomOfFile(folder), tree]),
  );
}

/** Returns management's English that the build puts beside the worker. */
const englishBesideWorker = () =>
  Object.fromEntries(
    inEnglish()
      .filter(([folder]) => isBesideWorker(folder))
      .map(([folder, tree]) => [deskRoomOfFile(folder), tree]),
  );

/** Returns the files that the build makes of the languages, by path. */
export const catalogueFiles = (): Map<string, object> =>
  new Map<string, object>([
    [deskCataloguePath("en"), englishBesideWorker()],
    ...Object.keys(languageNames)
      .filter((each) => each !== "en")
      .flatMap((language) => filesOfLanguage(language, languageFile(language))),
  ]);
