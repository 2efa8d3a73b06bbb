import { lineOf, type Node, type TemplateElement, textOf, treeOf, written } from "./syntax";
import { nodesIn } from "./syntax-nodes";

export interface SentenceFault {
  line: number;
  /** `text`: a text in code. `split`, `plural`, `case` and `join`: a sentence is built from parts. */
  rule: "text" | "split" | "plural" | "case" | "join";
  text: string;
}

/** Returns true for an address, a key or a placeholder, which are not words. */
const isAddress = (text: string) => /^[a-z_-]+:\/\/|^[\w-]+(?:\.[\w-]+)+$|^\{\{\w+\}\}$/.test(text);

const hasWords = (text: string) => /\p{L}{2}/u.test(text) && !isAddress(text);

/** Pictures before a word, which are not part of a sentence. */
const pictures = new Set(["GlobeIcon", "GlyphIcon", "StatusIcon"]);

/** Attributes that people read or hear. */
const readable = new Set(["title", "alt", "placeholder", "label", "hint", "about", "heading", "aria-label"]);

const changesCase = new Set(["toLowerCase", "toUpperCase", "toLocaleLowerCase", "toLocaleUpperCase"]);

/**
 * Text between two values that a language would choose: "a: b", "a, b", "a (b)". A middle dot is a sign, so it is
 * allowed.
 */
const separator = /^(?:\s*[:;,]\s+|\s+[–—-]\s+|\s+\(|\s+(?:and|or)\s+|\)\s*)$/;

const isBlank = (node: Node): boolean => {
  if (node.type === "JSXText") return /^[^\S\n]+$/.test(node.value);
  return node.type === "JSXExpressionContainer" && textOf(node.expression)?.trim() === "";
};

/** Returns the possible results of an element's child expression. */
function endsOf(node: Node): Node[] {
  if (node.type === "ParenthesizedExpression") return endsOf(node.expression);
  if (node.type === "ConditionalExpression") return [...endsOf(node.consequent), ...endsOf(node.alternate)];
  if (node.type === "LogicalExpression") return endsOf(node.right);
  if (node.type === "BinaryExpression" && node.operator === "+") return [...endsOf(node.left), ...endsOf(node.right)];
  return [node];
}

/** Returns true for calls of a catalogue: `t("…")`, `words.t("…")`, `say("…")`. */
const isWords = (node: Node): boolean =>
  node.type === "CallExpression" && /(?:^|\.)(?:t|say)$/.test(written(node.callee));

const saysWords = (node: Node): boolean => nodesIn(node).some(isWords);

const isPrinted = (node: Node): boolean =>
  node.type === "JSXExpressionContainer" && node.expression.type !== "JSXEmptyExpression" && !isBlank(node);

const isNothing = (node: Node) => node.type === "JSXText" && node.value.trim() === "" && node.value.includes("\n");

const isSaid = (node: Node) => isPrinted(node) && saysWords(node);

const isPicture = (node: Node) =>
  node.type === "JSXElement" && node.closingElement === null && pictures.has(written(node.openingElement.name));

/** Returns text, blanks or marks beside a printed value: there a sentence continues in another part. */
function splitsIn(children: readonly Node[]): Node[] {
  const all = children.filter((child) => !isNothing(child));
  return all.filter((child, at) => {
    const beside = [all[at - 1], all[at + 1]].filter((each) => each !== undefined);
    if (isBlank(child)) return beside.length === 2 && !beside.some(isPicture) && beside.some(isSaid);
    if (child.type !== "JSXText") return false;
    return /[^\s·]/.test(child.value) && !hasWords(child.value) && beside.some(isPrinted);
  });
}

const counts = /(?:===?|!==?|<=?|>=?)\s*[12]$/;

function isHandMadePlural(node: Node): boolean {
  if (node.type === "ConditionalExpression")
    return counts.test(written(node.test)) && saysWords(node.consequent) && saysWords(node.alternate);
  return node.type === "BinaryExpression" && node.operator === "+" && textOf(node.right) === "s";
}

/** Returns the name of the called method. */
const methodOf = (node: Node): string | null =>
  node.type === "CallExpression" && node.callee.type === "MemberExpression" && !node.callee.computed
    ? node.callee.property.name
    : null;

function isJoin(node: Node): boolean {
  switch (node.type) {
    case "CallExpression":
      return methodOf(node) === "join" && node.arguments.some((each) => separator.test(textOf(each) ?? ""));
    case "BinaryExpression":
    case "LogicalExpression":
    case "AssignmentExpression":
      return separator.test(textOf(node.right) ?? "");
    default:
      return false;
  }
}

const isChangeOfCase = (node: Node): boolean => changesCase.has(methodOf(node) ?? "");

const isUnread = (node: Node): boolean => node.type === "JSXAttribute" && !readable.has(written(node.name));

function textsIn(node: Node): string[] {
  const isAttribute = node.type === "JSXAttribute";
  const value = isAttribute ? node.value : node.type === "JSXExpressionContainer" ? node.expression : null;
  const holder = isAttribute ? node : node.parent;
  if (!value || (holder && isUnread(holder))) return [];
  return endsOf(value).flatMap((each) => textOf(each) ?? []);
}

/** Returns true for a comparison or an address that a program reads, and for a message to developers. */
function isTechnical(node: Node): boolean {
  if (isUnread(node) || (node.type === "NewExpression" && /Error$/.test(written(node.callee)))) return true;
  return node.parent ? isTechnical(node.parent) : false;
}

/** Returns the text after a value in a template, up to the next value. */
function textAfter({ parent, type, end }: Node): TemplateElement | null {
  if (parent?.type !== "TemplateLiteral" || type === "TemplateElement") return null;
  return parent.quasis.find(({ start }) => start >= end) ?? null;
}

/** Returns the source around a node: in a template, the value with the text after it. */
function holderOf(node: Node): string {
  const next = textAfter(node);
  return next ? written(node, next) : written(node.parent ?? node);
}

type Note = (rule: SentenceFault["rule"], node: Node, text?: string) => void;

function noteAfter(value: Node, note: Note): void {
  const next = textAfter(value);
  if (next === null || !value.parent) return;
  const text = next.value.cooked ?? "";
  if (/^s\b/.test(text)) note("plural", value, holderOf(value));
  if (separator.test(text) && (!next.tail || text.startsWith(")")) && !isTechnical(value.parent))
    note("join", value, written(value.parent));
}

function noteFaults(node: Node, note: Note): void {
  for (const text of textsIn(node)) if (hasWords(text)) note("text", node, text);
  if (node.type === "JSXElement" || node.type === "JSXFragment")
    for (const each of splitsIn(node.children)) note("split", each, written(node));
  if (isHandMadePlural(node)) note("plural", node);
  if (isChangeOfCase(node)) note("case", node);
  if (isJoin(node) && !isTechnical(node)) note("join", node, holderOf(node));
}

/** Returns constructions in a file of pages or emails that a translator could not adapt. */
export function sentenceFaults(file: string, code: string): SentenceFault[] {
  const found: SentenceFault[] = [];
  const note: Note = (rule, node, text = written(node)) =>
    found.push({ rule, line: lineOf(node), text: text.replaceAll(/\s+/g, " ").trim() });
  for (const node of treeOf(file, code).nodes) {
    noteAfter(node, note);
    noteFaults(node, note);
  }
  return found;
}
