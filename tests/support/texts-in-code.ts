import { lineOf, type Node, textOf, treeOf, written } from "./syntax";

/** A text for people in code instead of a catalogue. */
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

/** Elements whose text is copied unchanged, such as a command. */
const copied = new Set(["code", "VerbatimText"]);

/** Our own name is the same in every language. */
const brand = "Upfront";

const hasLetters = (text: string) => /\p{L}{2}/u.test(text) && text.trim() !== brand;

/** Returns true for class names, addresses and identifiers, without any word of a sentence. */
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

/** Nodes whose choices count like the whole: `class={on ? "card on" : "card"}`. */
const choices = new Set<Node["type"]>([
  "ConditionalExpression",
  "BinaryExpression",
  "LogicalExpression",
  "AssignmentExpression",
  "ParenthesizedExpression",
  "TemplateLiteral",
]);

/** Nodes for names of modules, and for types. */
const unread = new Set<Node["type"]>([
  "ImportDeclaration",
  "ExportNamedDeclaration",
  "ExportAllDeclaration",
  "TSImportType",
  "TSLiteralType",
]);

const askingCalls = /(?:^|\.)(?:querySelector(?:All)?|getElementById|searchParams\.get|console\.warn)$/;

/** Returns true when the direct contents of this node are for machines. */
function holdsCode(node: Node): boolean {
  switch (node.type) {
    case "JSXAttribute":
      return technical.has(written(node.name)) || written(node.name).startsWith("data-");
    case "JSXExpressionContainer":
      return node.parent?.type === "JSXAttribute" && holdsCode(node.parent);
    case "BinaryExpression":
    case "LogicalExpression":
    case "AssignmentExpression":
      return /\bevent\.key$/.test(written(node.left));
    case "NewExpression":
      return written(node.callee) === "Error";
    case "CallExpression":
      return askingCalls.test(written(node.callee));
    default:
      return unread.has(node.type);
  }
}

function isTechnical(node: Node): boolean {
  const { parent } = node;
  if (!parent) return false;
  if (choices.has(parent.type) && isTechnical(parent)) return true;
  if (node.type === "JSXText") return parent.type === "JSXElement" && copied.has(written(parent.openingElement.name));
  return holdsCode(parent);
}

/** Returns the text that people would read at this node. */
function readOf(node: Node): string | null {
  if (node.type === "JSXText") return hasLetters(node.value) ? node.value.replaceAll(/\s+/g, " ").trim() : null;
  const isFilled = node.type === "TemplateLiteral" && node.expressions.length > 0;
  const text = isFilled ? node.quasis.map(({ value }) => value.cooked).join("{}") : textOf(node);
  return text !== null && isSentence(text) ? text : null;
}

/** Returns the texts in a file that people would read: JSX, attributes, and strings that look like sentences. */
export const textsIn = (file: string, code: string): FoundText[] =>
  treeOf(file, code).nodes.flatMap((node) => {
    const text = readOf(node);
    return text === null || isTechnical(node) ? [] : { line: lineOf(node), text };
  });
