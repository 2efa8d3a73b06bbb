import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { transformSync } from "esbuild";
import type { Plugin } from "vite";
import type { StylesheetRule } from "../../app/status-page/views/frame/first-sheet.ts";
import { jsonParseExpression } from "./parsed-data.ts";
import { requiredSelectorNames, splitOutsideBrackets } from "./selector-names.ts";

/** Returns each block of a minified style sheet: the text before its braces and in them. */
function blocksOf(css: string): [head: string, inner: string][] {
  const found: [string, string][] = [];
  let [depth, begin, open] = [0, 0, 0];
  for (let at = 0; at < css.length; at++) {
    const letter = css[at];
    if (letter === '"') at = css.indexOf('"', at + 1);
    else if (letter === "{" && depth++ === 0) open = at;
    else if (letter === "}" && --depth === 0) {
      found.push([css.slice(begin, open).trim(), css.slice(open + 1, at)]);
      begin = at + 1;
    }
  }
  return found;
}

const selectorsOf = (head: string) => splitOutsideBrackets(head, ",").map((each) => each.trim());

function rulesIn(css: string, around: string): StylesheetRule[] {
  return blocksOf(css).flatMap(([head, inner]) => {
    if (/^@(media|supports)/.test(head)) return rulesIn(inner, head);
    if (head.startsWith("@")) return [{ around, when: [[head, [[]]]], body: inner } satisfies StylesheetRule];
    const when = selectorsOf(head).map((each): [string, string[][]] => [each, requiredSelectorNames(each)]);
    return [{ around, when, body: inner }];
  });
}

/** Includes keyframes when a rule is animated by them. */
function withMovers(rules: StylesheetRule[]): StylesheetRule[] {
  return rules.map((rule) => {
    const name = /^@keyframes (\S+)/.exec(rule.when[0]?.[0] ?? "")?.[1];
    if (name === undefined) return rule;
    const movers = rules.filter(({ body }) => new RegExp(`animation:[^;]*\\b${name}\\b`).test(body));
    return {
      ...rule,
      when: [[`@keyframes ${name}`, movers.flatMap(({ when }) => when.flatMap(([, names]) => names))]],
    };
  });
}

export const parseSheetRules = (css: string): StylesheetRule[] => withMovers(rulesIn(css, ""));

const withImports = (file: string): string =>
  readFileSync(file, "utf8").replace(/@import "(\.\/.+?)";/g, (_, path) => withImports(join(dirname(file), path)));

/**
 * Returns a style sheet as a module: its rules to choose from, and a mark that changes with the sheet. Pages declare no
 * styles, so each rule must name a class or a tag, not an id or an attribute alone.
 */
export function sheetModule(file: string): string {
  const { code } = transformSync(withImports(file), { sourcefile: file, loader: "css", minify: true });
  const mark = createHash("sha256").update(code).digest("hex").slice(0, 8);
  return `export const mark = "${mark}";\nexport default ${jsonParseExpression(parseSheetRules(code))};`;
}

const asked = "?rules";
/** Suffix of the module's name: a name that ends like a style sheet would be read as one. */
const named = "!rules";

/** Handles `import rules, { mark } from "./sheet.css?rules"`. */
export const sheetRulesImportPlugin = (): Plugin => ({
  name: "upfront-sheet-rules",
  enforce: "pre",
  async resolveId(source, importer) {
    if (!source.endsWith(asked)) return null;
    const found = await this.resolve(source.slice(0, -asked.length), importer, { skipSelf: true });
    return found ? `\0${found.id}${named}` : null;
  },
  load(id) {
    if (!id.endsWith(named)) return null;
    const file = id.slice(1, -named.length);
    this.addWatchFile(file);
    return sheetModule(file);
  },
});
