import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { withMovedImports } from "./imports.ts";
import { movedPathReplacer } from "./mentions.ts";
import { fileStemOf, newPathOf, readMoveTable } from "./move-table.ts";

/**
 * Moves the files of a folder to their places in docs/moved.md, and updates their paths in every other file: `node
 * scripts/move.mjs FOLDER …`, with the folders' new names. Nothing but paths changes.
 */
const folders = process.argv.slice(2);
const git = (...words: string[]): string => execFileSync("git", words, { encoding: "utf8", maxBuffer: 1 << 28 });

const all = git("ls-files").trim().split("\n");
const known = readMoveTable();
const isWanted = (path: string) =>
  folders.some((folder) => path.startsWith(`${folder}/`) || path.startsWith(`${folder}.`));
const moves = new Map(
  all.flatMap((path): [string, string][] => {
    const now = newPathOf(path, known);
    return now !== path && isWanted(now) ? [[path, now]] : [];
  }),
);
const going = { files: new Set(all), placeOf: (path: string) => moves.get(path) ?? path };
const withMentions = movedPathReplacer(
  new Set(moves.keys()),
  new Map(known.folders.filter(([before, now]) => before.startsWith("app/") && isWanted(`${now}/`))),
  going,
);

const isText = (path: string) => /\.(tsx?|mjs|js|json|md|ya?ml|css|toml)$|^Dockerfile$|^\.[\w/.-]+$/.test(path);
/** True for files that are never rewritten. */
const isKept = (path: string) => /^(migrations\/|package-lock\.json$|CHANGELOG\.md$|docs\/moved\.md$)/.test(path);

const isCode = (path: string) => /\.(tsx?|mjs|js)$/.test(path);
const stems = new Set([...moves.keys()].flatMap((path) => path.split("/").map(fileStemOf)));

/** Only quoted text after a slash can name another file; this filter avoids the slow parsing of most files. */
const mayImport = (path: string, text: string): boolean =>
  moves.has(path) || [...text.matchAll(/\/([\w-]+)/g)].some(([, stem = ""]) => stems.has(stem));

for (const path of all.filter((each) => isText(each) && !isKept(each))) {
  const text = readFileSync(path, "utf8");
  const imported = isCode(path) && mayImport(path, text) ? withMovedImports(path, text, going) : text;
  const changed = withMentions(imported, isCode(path) ? "in code" : "in prose");
  if (changed !== text) writeFileSync(path, changed);
}
for (const [path, now] of moves) {
  mkdirSync(dirname(now), { recursive: true });
  renameSync(path, now);
}
git("add", "--all");
process.stdout.write(`${moves.size} files moved\n`);
