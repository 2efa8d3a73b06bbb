import { dirname, join, posix } from "node:path";
import { parseSync, Visitor } from "oxc-parser";

interface ImportPath {
  start: number;
  end: number;
  from: string;
  /** True for an address beside this module, which is always relative to it. */
  isAddress?: boolean;
}

/** Finds the imports of a file in any form, as the text between their quotes. */
function originsIn(path: string, text: string): ImportPath[] {
  const found: ImportPath[] = [];
  /** Takes the folder before an inserted value. */
  const takeBeginning = ({ start }: { start: number }) => {
    const [, from] = /^`(\.\.?\/(?:[^`$]*\/)?[^`$/]+)\//.exec(text.slice(start)) ?? [];
    if (from) found.push({ start: start + 1, end: start + 1 + from.length, from });
  };
  const take = (node: { type: string; start: number; end: number; value?: unknown } | null | undefined) => {
    if (node?.type === "Literal" && typeof node.value === "string")
      found.push({ start: node.start + 1, end: node.end - 1, from: node.value });
    if (node?.type === "TemplateLiteral") takeBeginning(node);
  };
  const visitor = new Visitor({
    ImportDeclaration: ({ source }) => take(source),
    ExportNamedDeclaration: ({ source }) => take(source),
    ExportAllDeclaration: ({ source }) => take(source),
    ImportExpression: ({ source }) => take(source),
    TSImportType: ({ source }) => take(source),
    NewExpression({ callee, arguments: [first, base] }) {
      const isOwn = base?.type === "MemberExpression" && text.slice(base.start, base.end) === "import.meta.url";
      if (callee.type !== "Identifier" || callee.name !== "URL" || !isOwn) return;
      const before = found.length;
      take(first);
      for (const each of found.slice(before)) each.isAddress = true;
    },
  });
  visitor.visit(parseSync(path, text, { astType: "ts" }).program);
  return found;
}

/** The repository before files move, and the target of each of them. */
export interface PlannedFileMoves {
  files: ReadonlySet<string>;
  placeOf(path: string): string;
}

const endings = ["", ".ts", ".tsx", "/index.ts"];

interface ResolvedImport {
  file: string;
  /** The ending as written, empty when it was left out. */
  ending: string;
  query: string;
}

function found(from: string, path: string, { files }: PlannedFileMoves): ResolvedImport | null {
  const [bare = "", ...rest] = from.split(/(?=\?)/);
  if (!/^(~\/|\.\.?\/)/.test(bare)) return null;
  const base = bare.startsWith("~/") ? join("app", bare.slice(2)) : join(dirname(path), bare);
  const ending = endings.find((each) => files.has(base + each));
  return ending === undefined ? null : { file: base + ending, ending, query: rest.join("") };
}

/** Returns the folder at the top of app/, within which files import each other by relative paths. */
const roomOf = (path: string): string => path.split("/").slice(0, 2).join("/");

/**
 * Returns a relative path; a file beside the folder of its name is named by both, as the folder alone would be `..`.
 */
function relativeTo(path: string, target: string): string {
  const way = `${posix.relative(dirname(path), dirname(target)) || "."}/${posix.basename(target)}`;
  return way.startsWith(".") ? way : `./${way}`;
}

/** Returns the specifier by which the file at `path` imports another one. */
function nameFor(target: string, path: string, from: string): string {
  const near = !path.startsWith("app/") ? !from.startsWith("~/") : roomOf(path) === roomOf(target);
  return near || !target.startsWith("app/") ? relativeTo(path, target) : `~/${target.slice(4)}`;
}

/** Returns the file's text for its new place, beside others that move with it. */
export function withMovedImports(path: string, text: string, going: PlannedFileMoves): string {
  const [now, changes] = [going.placeOf(path), [] as { start: number; end: number; name: string }[]];
  for (const { start, end, from, isAddress = false } of originsIn(path, text)) {
    const it = found(isAddress && !from.startsWith(".") ? `./${from}` : from, path, going);
    if (!it && /^\.\.?\//.test(from)) {
      const slash = from.endsWith("/") ? "/" : "";
      changes.push({ start, end, name: relativeTo(now, join(dirname(path), from)).replace(/\/?$/, slash) });
    }
    if (!it) continue;
    const target = going.placeOf(it.file);
    if (target === it.file && now === path) continue;
    const bare = it.ending === "" ? target : target.slice(0, -it.ending.length);
    changes.push({ start, end, name: (isAddress ? relativeTo(now, bare) : nameFor(bare, now, from)) + it.query });
  }
  return changes
    .toSorted((one, other) => other.start - one.start)
    .reduce((all, { start, end, name }) => all.slice(0, start) + name + all.slice(end), text);
}
