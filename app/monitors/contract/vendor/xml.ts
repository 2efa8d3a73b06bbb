import { decodeHTMLStrict } from "entities";
import { Parser } from "saxen";

/** An element with its own text and its direct children. */
export interface XmlElement {
  name: string;
  attributes: ReadonlyMap<string, string>;
  text: string;
  children: XmlElement[];
}

/** Limits far above any real feed. A hostile document of the same size could have a hundred thousand of both. */
const maxDepth = 100;
const maxElements = 20_000;

const refuse = (trouble: Error | string): never => {
  throw new Error(String(trouble));
};

const attributesOf = (raw: Record<string, string>): XmlElement["attributes"] =>
  new Map(Object.entries(raw).map(([name, value]) => [name, decodeHTMLStrict(value)]));

/** Refuses a document that declares entities, because its meaning would differ from its text. */
const refuseDeclarations = (text: string) => {
  if (!/^<!DOCTYPE\s[^[]*>$/i.test(text)) refuse("declarations");
};

/**
 * Returns a document's root; throws when it is not well-formed. Entity declarations are not followed, so nothing
 * expands; HTML's character names are accepted, because feeds contain them.
 */
export function parseXml(xml: string): XmlElement {
  const document: XmlElement = { name: "", attributes: new Map(), text: "", children: [] };
  const open = [document];
  let elements = 0;
  const here = () => open.at(-1) ?? document;
  const add = (text: string) => {
    here().text += text;
  };
  const begin = (name: string, attributes: () => Record<string, string>) => {
    elements += 1;
    if (elements > maxElements || open.length > maxDepth) refuse("elements");
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
