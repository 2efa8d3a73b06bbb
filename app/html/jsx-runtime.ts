import type { HtmlAttributes, HtmlTag } from "./elements";

/**
 * HTML printed from TSX directly into strings for public pages: no tree is built, nothing is hydrated. React's
 * renderToString took three times the CPU that a view may cost (docs/decisions/0006). Text and attributes are escaped;
 * finished HTML is an `Html`.
 */
export class Html {
  constructor(
    readonly text: string,
    /** Parts of it that are cached from one page to the next, in their order. */
    readonly kept: readonly Html[] = none,
  ) {}
}

/** Marks it as a cached part, so that its text is only analysed once. */
export function markCachedHtml({ text }: Html): Html {
  const itself: Html[] = [];
  const whole = new Html(text, itself);
  itself.push(whole);
  return whole;
}

export type HtmlChild = Html | string | number | boolean | null | undefined | readonly HtmlChild[];

const none: readonly Html[] = [];

/** Cached parts found while the children of one element are printed. */
let met: Html[] = [];

function takeMet(): readonly Html[] {
  if (met.length === 0) return none;
  const taken = met;
  met = [];
  return taken;
}

type HtmlComponent<Props> = (props: Props) => Html | null;
type HtmlElementProps = HtmlAttributes & { children?: HtmlChild };

const special = /[&<>"']/;
const everySpecial = /[&<>"']/g;
const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

const escaped = (text: string): string =>
  special.test(text) ? text.replace(everySpecial, (letter) => entities[letter] ?? letter) : text;

function printed(child: HtmlChild): string {
  if (typeof child === "string") return escaped(child);
  if (child instanceof Html) {
    for (const part of child.kept) met.push(part);
    return child.text;
  }
  if (typeof child === "number") return String(child);
  if (child === null || child === undefined || typeof child === "boolean") return "";
  let text = "";
  for (const each of child) text += printed(each);
  return text;
}

const empty = new Set<string>(["link", "meta", "input", "img", "source"]);

function element(tag: HtmlTag, props: HtmlElementProps): Html {
  let text = `<${tag}`;
  for (const name in props) {
    if (name === "children") continue;
    const value = props[name as keyof HtmlAttributes];
    if (value === true) text += ` ${name}`;
    else if (value !== false && value !== undefined) text += ` ${name}="${escaped(String(value))}"`;
  }
  if (empty.has(tag)) return new Html(`${text}>`);
  return new Html(`${text}>${printed(props.children)}</${tag}>`, takeMet());
}

/** Function that TSX compiles to. Components are plain functions and run at once; `key` has no effect. */
export function jsx<P>(type: HtmlTag | HtmlComponent<P>, props: P): Html | null {
  return typeof type === "string" ? element(type, props as HtmlElementProps) : type(props);
}

export { jsx as jsxs };

export const Fragment = ({ children }: { children?: HtmlChild }): Html => new Html(printed(children), takeMet());

/** Wraps text that is already HTML; the caller must have made it safe. */
export const trustedHtml = (html: string): Html => new Html(html);

export declare namespace JSX {
  type Element = Html | null;
  type ElementType = HtmlTag | ((props: never) => Element);
  interface ElementChildrenAttribute {
    children: HtmlChild;
  }
  interface IntrinsicAttributes {
    key?: string;
  }
  type IntrinsicElements = Record<HtmlTag, HtmlElementProps & { key?: string }>;
}
