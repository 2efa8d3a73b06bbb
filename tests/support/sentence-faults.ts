import ts from "typescript";

export interface SentenceFault {
  line: number;
  /** `text`: words that stand in code. `split`, `plural`, `case` and `join` put a sentence together from parts. */
  rule: "text" | "split" | "plural" | "case" | "join";
  text: string;
}

/** An address, a key or a placeholder is no word. */
const isAddress = (text: string) => /^[a-z_-]+:\/\/|^[\w-]+(?:\.[\w-]+)+$|^\{\{\w+\}\}$/.test(text);

const hasWords = (text: string) => /\p{L}{2}/u.test(text) && !isAddress(text);

/** A picture before a word, which is no part of a sentence. */
const pictures = new Set(["Globe", "Glyph", "StatusShape"]);

/** Attributes that people read or hear. */
const readable = new Set(["title", "alt", "placeholder", "label", "hint", "about", "heading", "aria-label"]);

const changesCase = new Set(["toLowerCase", "toUpperCase", "toLocaleLowerCase", "toLocaleUpperCase"]);

/** What stands between two values where a language would choose: "a: b", "a, b", "a (b)". A middle dot is a sign, no word. */
const separator = /^(?:\s*[:;,]\s+|\s+[–—-]\s+|\s+\(|\s+(?:and|or)\s+|\)\s*)$/;

const isBlank = (node: ts.Node): boolean => {
  if (ts.isJsxText(node)) return /^[^\S\n]+$/.test(node.text);
  return ts.isJsxExpression(node) && node.expression !== undefined && textOf(node.expression)?.trim() === "";
};

function textOf(node: ts.Node): string | null {
  return ts.isStringLiteralLike(node) ? node.text : null;
}

/** The expressions that a child of an element may come to. */
function endsOf(node: ts.Expression): ts.Expression[] {
  if (ts.isParenthesizedExpression(node)) return endsOf(node.expression);
  if (ts.isConditionalExpression(node)) return [...endsOf(node.whenTrue), ...endsOf(node.whenFalse)];
  if (!ts.isBinaryExpression(node)) return [node];
  if (node.operatorToken.kind === ts.SyntaxKind.PlusToken) return [...endsOf(node.left), ...endsOf(node.right)];
  return /^(?:&&|\|\||\?\?)$/.test(node.operatorToken.getText()) ? endsOf(node.right) : [node];
}

/** Calls of a catalogue: `t("…")`, `words.t("…")`, `say("…")`. */
const isWords = (node: ts.Node): boolean =>
  ts.isCallExpression(node) && /(?:^|\.)(?:t|say)$/.test(node.expression.getText());

const saysWords = (node: ts.Node): boolean =>
  isWords(node) || (ts.forEachChild(node, (each) => saysWords(each)) ?? false);

const isPrinted = (node: ts.Node): node is ts.JsxExpression =>
  ts.isJsxExpression(node) && node.expression !== undefined && !isBlank(node);

const isNothing = (node: ts.JsxChild) => ts.isJsxText(node) && node.text.trim() === "" && node.text.includes("\n");

const isSaid = (node: ts.JsxChild) => isPrinted(node) && saysWords(node);

const isPicture = (node: ts.JsxChild) => ts.isJsxSelfClosingElement(node) && pictures.has(node.tagName.getText());

/** Text, a blank or a mark beside something that is printed: the sentence goes on in another part. */
function splitsIn(children: readonly ts.JsxChild[]): ts.Node[] {
  const all = children.filter((child) => !isNothing(child));
  return all.filter((child, at) => {
    const beside = [all[at - 1], all[at + 1]].filter((each) => each !== undefined);
    if (isBlank(child)) return beside.length === 2 && !beside.some(isPicture) && beside.some(isSaid);
    return ts.isJsxText(child) && /[^\s·]/.test(child.text) && !hasWords(child.text) && beside.some(isPrinted);
  });
}

const counts = /(?:===?|!==?|<=?|>=?)\s*[12]$/;

function isHandMadePlural(node: ts.Node): boolean {
  if (ts.isConditionalExpression(node))
    return counts.test(node.condition.getText()) && saysWords(node.whenTrue) && saysWords(node.whenFalse);
  if (ts.isTemplateSpan(node)) return /^s\b/.test(node.literal.text);
  return (
    ts.isBinaryExpression(node) && textOf(node.right) === "s" && node.operatorToken.kind === ts.SyntaxKind.PlusToken
  );
}

function isJoin(node: ts.Node): boolean {
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression))
    return node.expression.name.text === "join" && node.arguments.some((each) => separator.test(textOf(each) ?? ""));
  if (ts.isTemplateSpan(node)) {
    const last = ts.isTemplateTail(node.literal);
    return separator.test(node.literal.text) && (!last || node.literal.text.startsWith(")"));
  }
  return ts.isBinaryExpression(node) && separator.test(textOf(node.right) ?? "");
}

const isChangeOfCase = (node: ts.Node): boolean =>
  ts.isCallExpression(node) &&
  ts.isPropertyAccessExpression(node.expression) &&
  changesCase.has(node.expression.name.text);

function textsIn(node: ts.Node): string[] {
  const holder = ts.isJsxExpression(node) ? node.parent : node;
  if (ts.isJsxAttribute(holder) && !readable.has(holder.name.getText())) return [];
  if (ts.isJsxAttribute(node) && node.initializer && ts.isStringLiteral(node.initializer))
    return [node.initializer.text];
  if (!ts.isJsxExpression(node) || !node.expression) return [];
  return endsOf(node.expression).flatMap((each) => textOf(each) ?? []);
}

/** A comparison or an address that a program reads, and what a developer is told. */
const isTechnical = (node: ts.Node): boolean =>
  ts.findAncestor(
    node,
    (each) =>
      (ts.isJsxAttribute(each) && !readable.has(each.name.getText())) ||
      (ts.isNewExpression(each) && /Error$/.test(each.expression.getText())),
  ) !== undefined;

/** What a file of pages or mails does to sentences that a translator could not undo. */
export function sentenceFaults(file: string, code: string): SentenceFault[] {
  const kind = file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true, kind);
  const found: SentenceFault[] = [];
  const note = (rule: SentenceFault["rule"], node: ts.Node, text = node.getText()) =>
    found.push({
      rule,
      line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1,
      text: text.replaceAll(/\s+/g, " ").trim(),
    });
  const visit = (node: ts.Node): void => {
    for (const text of textsIn(node)) if (hasWords(text)) note("text", node, text);
    if (ts.isJsxElement(node) || ts.isJsxFragment(node))
      for (const each of splitsIn(node.children)) note("split", each, each.parent.getText());
    if (isHandMadePlural(node)) note("plural", node);
    if (isChangeOfCase(node)) note("case", node);
    if (isJoin(node) && !isTechnical(node)) note("join", node, node.parent.getText());
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
