import { decodeHTMLStrict } from "entities";
import { Parser } from "saxen";

/** An element with its own text, and with what is directly within it. */
export interface Element {
  name: string;
  attributes: ReadonlyMap<string, string>;
  text: string;
  children: Element[];
}

/** Far more than any feed has. A stranger's document of the same bytes could hold a hundred thousand of both. */
const mostLevels = 100;
const mostElements = 20_000;

const refuse = (trouble: Error | string): never => {
  throw new Error(String(trouble));
};

const attributesOf = (raw: Record<string, string>): Element["attributes"] =>
  new Map(Object.entries(raw).map(([name, value]) => [name, decodeHTMLStrict(value)]));

/** A document that declares names of its own says something else than what is written in it. */
const refuseDeclarations = (text: string) => {
  if (!/^<!DOCTYPE\s[^[]*>$/i.test(text)) refuse("declarations");
};

/**
 * The root of a document; throws where it is not well-formed. No declaration is followed, so nothing expands; names of
 * characters that only HTML has are read all the same, because feeds have them.
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
