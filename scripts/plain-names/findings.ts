import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../setup/install.mjs";
import { commentsIn, isCommentFragment, isLongComment } from "./comments.ts";
import { type Declaration, declarationsIn } from "./declarations.ts";
import { hasUnitInName, isMeaninglessFileStem, isMeaninglessTypeName, isMeaninglessValueName } from "./words.ts";

/** The figures, each with what it counts. */
export const nameFindingKinds = {
  types: "types that are a participle, a pronoun or an empty noun",
  exports: "exported functions and constants that are a participle or a pronoun",
  numbers: "numeric constants without a unit",
  files: "files whose name says nothing without its folder",
  fragments: "comments that begin with a bare question word or preposition",
  long: "comments of more than three lines",
} as const;

export type NameFindingKind = keyof typeof nameFindingKinds;

export interface NameFinding {
  figure: NameFindingKind;
  path: string;
  /** Line number, from 1. */
  line: number;
  /** The name, or the beginning of the comment. */
  text: string;
}

function figureOf({ name, kind, isExported }: Declaration): NameFindingKind | null {
  if (kind === "type") return isMeaninglessTypeName(name) ? "types" : null;
  if (kind === "number") return hasUnitInName(name) ? null : "numbers";
  return isExported && isMeaninglessValueName(name) ? "exports" : null;
}

/** A file's name up to its endings: `home` of `home.route.tsx`. */
const stemOf = (path: string): string => path.split("/").at(-1)?.split(".")[0] ?? path;

/**
 * Returns the unclear names and comments of a file. Of a test only comments are reported, because nobody imports its
 * names.
 */
export function nameFindingsIn(path: string, text: string): NameFinding[] {
  const comments = commentsIn(path, text).flatMap((comment): NameFinding[] => {
    const { line } = comment;
    const beginning = comment.text.replaceAll("\n", " ").slice(0, 100);
    const own: NameFindingKind[] = [
      ...(isCommentFragment(comment) ? ["fragments" as const] : []),
      ...(isLongComment(comment) ? ["long" as const] : []),
    ];
    return own.map((figure) => ({ figure, path, line, text: beginning }));
  });
  if (/\.test\.tsx?$/.test(path)) return comments;
  const names = declarationsIn(path, text).flatMap((declaration): NameFinding[] => {
    const figure = figureOf(declaration);
    return figure === null ? [] : [{ figure, path, line: declaration.line, text: declaration.name }];
  });
  const stem = stemOf(path);
  const file: NameFinding[] = isMeaninglessFileStem(stem) ? [{ figure: "files", path, line: 1, text: stem }] : [];
  return [...file, ...names, ...comments];
}

/** Folders whose names and comments are counted. */
export const countedFolders = ["app", "server", "scripts", "agent"];

/** Returns all findings of the repository, by path. */
export const allNameFindings = (): NameFinding[] =>
  countedFolders
    .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx,mjs}`, { cwd: root }).sort())
    .flatMap((path) => nameFindingsIn(path, readFileSync(join(root, path), "utf8")));

/** Counts the findings of a figure by top folder. */
export const findingCountsByFolder = (
  findings: readonly NameFinding[],
  figure: NameFindingKind,
): Record<string, number> =>
  Object.fromEntries(
    countedFolders.map((folder) => [
      folder,
      findings.filter((each) => each.figure === figure && each.path.startsWith(`${folder}/`)).length,
    ]),
  );
