import ts from "typescript";

/** A text of people that stands in code and not in a catalogue. */
export interface FoundText {
  line: number;
  text: string;
}

/** Attributes whose texts are for machines. */
const technical = new Set(
  "className class style name type to href id key value look tone form action method autoComplete inputMode rel target role scope htmlFor kind size d viewBox fill stroke strokeLinecap strokeLinejoin points preserveAspectRatio transform pattern accept as enterKeyHint width height dir lang intent encType".split(
    " ",
  ),
);

/** Elements whose text is copied as it is, such as a command. */
const copied = new Set(["code", "Verbatim"]);

/** Our own name is the same in every language. */
const brand = "Upfront";

const hasLetters = (text: string) => /\p{L}{2}/u.test(text) && text.trim() !== brand;

/** Class names, addresses and identifiers: no token is a word that people write in a sentence. */
const isCode = (text: string) =>
  text
    .split(/\s+/)
    .every(
      (token) => /^[a-z0-9:\-[\]/.!&_>=*()%#,'?+~|@]*$/.test(token) && !/^(?:a|the|of|to|is|are|not|no)$/.test(token),
    ) &&
  (!/\s/.test(text) || /[-:[]/.test(text));

const isSentence = (text: string) =>
  hasLetters(text) &&
  !isCode(text) &&
  (/^[\p{Lu}“][\p{Ll}’]+(?:\s|$|[.:?])/u.test(text) || /\p{L}\s+\p{L}/u.test(text));

/** What is chosen among is what its choice is: `class={on ? "card on" : "card"}`. */
const isChoice = (node: ts.Node): boolean =>
  ts.isConditionalExpression(node) ||
  ts.isBinaryExpression(node) ||
  ts.isParenthesizedExpression(node) ||
  ts.isTemplateSpan(node) ||
  ts.isTemplateExpression(node);

const isTechnical = (node: ts.Node): boolean => {
  const { parent } = node;
  if (parent === undefined || ts.isSourceFile(parent)) return false;
  if (isChoice(parent) && isTechnical(parent)) return true;
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) || ts.isLiteralTypeNode(parent)) return true;
  if (ts.isJsxText(node) && ts.isJsxElement(parent)) return copied.has(parent.openingElement.tagName.getText());
  if (ts.isJsxAttribute(parent))
    return technical.has(parent.name.getText()) || parent.name.getText().startsWith("data-");
  if (ts.isJsxExpression(parent) && ts.isJsxAttribute(parent.parent)) return isTechnical(parent);
  if (ts.isBinaryExpression(parent) && /\bevent\.key$/.test(parent.left.getText())) return true;
  if (ts.isNewExpression(parent) && parent.expression.getText() === "Error") return true;
  if (ts.isCallExpression(parent))
    return /(?:^|\.)(?:querySelector(?:All)?|getElementById|searchParams\.get|console\.warn)$/.test(
      parent.expression.getText(),
    );
  return false;
};

const textOf = (node: ts.Node): string | null => {
  if (ts.isJsxText(node)) return hasLetters(node.text) ? node.text.replaceAll(/\s+/g, " ").trim() : null;
  if (ts.isTemplateExpression(node)) {
    const fixed = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join("{}");
    return isSentence(fixed) ? fixed : null;
  }
  if (!ts.isStringLiteralLike(node)) return null;
  return isSentence(node.text) ? node.text : null;
};

/** What people would read of a file's own texts: JSX, attributes, and strings that look like words of a sentence. */
export function textsIn(file: string, code: string): FoundText[] {
  const kind = file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true, kind);
  const found: FoundText[] = [];
  const visit = (node: ts.Node): void => {
    const text = textOf(node);
    if (text !== null && !isTechnical(node))
      found.push({ line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1, text });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
