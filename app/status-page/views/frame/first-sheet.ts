import type { Html } from "~/html/jsx-runtime";

/**
 * One rule of a sheet, as the build splits it: its at-rule, and lists of names for each selector. It can apply when the
 * page has all names of one list.
 */
export interface StylesheetRule {
  around: string;
  when: readonly (readonly [selector: string, names: readonly (readonly string[])[]])[];
  body: string;
}

const element = /<([a-z]\w*)(?:[^>]*? class="([^"]*)")?/g;

/** Returns the tags (`ul`) and classes (`.c`) of an HTML text, and whether an element has an automatic direction. */
function namesInText(html: string): Set<string> {
  const [tags, classes] = [new Set<string>(), new Set<string>()];
  element.lastIndex = 0;
  for (let found = element.exec(html); found; found = element.exec(html)) {
    const [, tag = "", listed] = found;
    tags.add(tag);
    if (listed !== undefined) classes.add(listed);
  }
  const each = [...classes].flatMap((listed) => listed.split(" "));
  const directed = html.includes(' dir="auto"') ? ["[dir=auto]"] : [];
  return new Set([...tags, ...each.map((name) => `.${name}`), ...directed]);
}

/** Cached names of reused parts, which are most of a page's text. */
const keptNames = new WeakMap<Html, ReadonlySet<string>>();

function namesInKept(part: Html): ReadonlySet<string> {
  const names = keptNames.get(part) ?? namesInText(part.text);
  keptNames.set(part, names);
  return names;
}

/** Returns the same for printed HTML. */
export function htmlSelectorNames({ text, kept }: Html): Set<string> {
  const all = new Set<ReadonlySet<string>>();
  let at = 0;
  for (const part of kept) {
    const from = text.indexOf(part.text, at);
    if (from > at) all.add(namesInText(text.slice(at, from)));
    all.add(namesInKept(part));
    at = from + part.text.length;
  }
  all.add(namesInText(text.slice(at)));
  return new Set([...all].flatMap((names) => [...names]));
}

/** Returns the rules that can apply to a page with these names, in the sheet's own order. */
export function stylesheetText(rules: readonly StylesheetRule[], names: ReadonlySet<string>): string {
  let text = "";
  let within = "";
  for (const { around, when, body } of rules) {
    const selectors = when.filter(([, lists]) => lists.some((list) => list.every((name) => names.has(name))));
    if (selectors.length === 0) continue;
    if (around !== within) text += `${within === "" ? "" : "}"}${around === "" ? "" : `${around}{`}`;
    within = around;
    text += `${selectors.map(([selector]) => selector).join(",")}{${body}}`;
  }
  return within === "" ? text : `${text}}`;
}
