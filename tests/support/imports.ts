import { dirname, join, relative } from "node:path";
import { root } from "./sources";
import type { Node, SyntaxTree } from "./syntax";

export interface Import {
  /** The import as written. */
  from: string;
  /** The file in the repository, relative to it; null for packages. */
  file: string | null;
  typeOnly: boolean;
}

/** A file and its imports. */
export interface Importing {
  path: string;
  imports: Import[];
}

function resolved(from: string, path: string, files: ReadonlySet<string>): string | null {
  const bare = from.replace(/\?.*$/, "");
  const base = bare.startsWith("~/") ? join("app", bare.slice(2)) : join(dirname(path), bare);
  if (!bare.startsWith("~/") && !bare.startsWith(".")) return null;
  const candidates = [base, `${base}.ts`, `${base}.tsx`, `${base}/index.ts`];
  return candidates.find((each) => files.has(each)) ?? relative(root, join(root, base));
}

/** Returns the origin of a node's import, and whether it is types only. */
function pulledIn(node: Node): [origin: Node | null, typeOnly: boolean] {
  switch (node.type) {
    case "ImportDeclaration":
      return [node.source, node.importKind === "type"];
    case "ExportNamedDeclaration":
    case "ExportAllDeclaration":
      return [node.source, node.exportKind === "type"];
    case "TSImportType":
      return [node.source, true];
    case "ImportExpression":
      return [node.source, false];
    default:
      return [null, false];
  }
}

/** Returns every import of other `files` by the file at `path`, including `import()` and re-exports. */
export const importsOf = ({ nodes }: SyntaxTree, path: string, files: ReadonlySet<string>): Import[] =>
  nodes.flatMap((node) => {
    const [origin, typeOnly] = pulledIn(node);
    if (origin?.type !== "Literal" || typeof origin.value !== "string") return [];
    return { from: origin.value, file: resolved(origin.value, path, files), typeOnly };
  });
