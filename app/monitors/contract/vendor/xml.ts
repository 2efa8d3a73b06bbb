import { decodeHTMLStrict } from "entities";
import { Parser } from "saxen";

/** An element with its own text and its direct children. */
export interface Element {
  name: string;
  attributes: ReadonlyMap<string, string>;
  text: string;
  children: Element[];
}

/** Limits far above any real feed. A hostile document of the same size could hold a hundred thousand of both. */
const mostLevels = 100;
const mostElements = 20_000;

const refuse = (trouble: Error | string): never => {
  throw new Error(String(trouble));
};

const attributesOf = (raw: Record<string, string>): Element["attributes"] =>
  new Map(Object.entries(raw).map(([name, value]) => [name, decodeHTMLStrict(value)]));

/** Refuses a document that declares entities, because its meaning would differ from its text. */
const refuseDeclarations = (text: string) => {
  if (!/^<!DOCTYPE\s[^[]*>$/i.test(text)) refuse("declarations");
};

/**
 * Returns a document's root; throws when it is not well-formed. Entity declarations are not followed, so nothing
 * expands; HTML's character names are accepted, because feeds contain them.
 */
export function readXml(xml: string): Element {
  const document: Element = { name: "", attributes: new Map(), text: "", children: [] };
  const open = [document];
  let elements = 0;
  const here = () => open.at(-1) ?? document;
  const add = (text: string) => {
    here().text += text;
  };
  const begin = (name: string, attributes: () => Record<string, string>) => {
    elements += 1;
    if (elements > mostElements || open.length > mostLevels) refuse("elements");
    const element = { name, attributes: attributesOf(attributes()), text: "", children: [] };
    here().children.push(element);
    open.push(element);
  };
  new Parser()
    .on("openTag", begin)
    .on("closeTag", () => open.pop())
    .on("text", (text) => add(decodeHTMLStrict(text)))
    .on("cdata", add)
    .on("attention", refuseDeclarations)
    .on("warn", refuse)
    .parse(xml);
  const [root, ...others] = document.children;
  return root && others.length === 0 && document.text === "" ? root : refuse("root");
}
