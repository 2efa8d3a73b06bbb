import MarkdownIt from "markdown-it";
import { inlineMarkdownText, type MarkdownToken, plainTextOfTokens } from "./markdown-text";

const engine = new MarkdownIt({ html: false, linkify: false, typographer: false, breaks: true, maxNesting: 20 });

/**
 * Depth below which a block becomes a paragraph as typed, because the parser drops the text of blocks nested more
 * deeply than `maxNesting`.
 */
const maxDepth = 18;
engine.block.ruler.before("table", "upfront_depth", (state, start, end, silent) => {
  if (silent || state.level < maxDepth) return false;
  state.push("paragraph_open", "p", 1);
  const inline = state.push("inline", "", 0);
  inline.content = state.getLines(start, end, state.blkIndent, false).trim();
  inline.map = [start, end];
  inline.children = [];
  state.push("paragraph_close", "p", -1);
  state.line = end;
  return true;
});

/** Allows only addresses that cannot run anything; everything else stays text. */
engine.validateLink = (url) => /^(https?:\/\/|mailto:)[^\s]/i.test(url.trim());

const linkRel = "nofollow noopener";

function linkTo(
  image: MarkdownToken,
  TokenClass: new (type: string, tag: string, nesting: 0 | 1 | -1) => MarkdownToken,
): MarkdownToken[] {
  const open = new TokenClass("link_open", "a", 1);
  const source = String(image.attrGet("src") ?? "");
  open.attrs = [["href", source]];
  const label = new TokenClass("text", "", 0);
  label.content = image.content || source;
  return [open, label, new TokenClass("link_close", "a", -1)];
}

/**
 * Removes links without an address, such as `[words]()`: markdown-it creates them without asking `validateLink`. Links
 * do not nest.
 */
function withoutEmptyLinks(tokens: readonly MarkdownToken[]): MarkdownToken[] {
  let empty = false;
  return tokens.filter((token) => {
    if (token.type === "link_open") empty = token.attrGet("href") === "";
    const dropped = empty && (token.type === "link_open" || token.type === "link_close");
    if (token.type === "link_close") empty = false;
    return !dropped;
  });
}

/**
 * Turns images into links, so that a visitor's browser fetches nothing from elsewhere; within a link only their text
 * remains.
 */
engine.core.ruler.push("upfront_links", (state) => {
  for (const inline of state.tokens.filter((token) => token.children)) {
    let inside = false;
    inline.children = withoutEmptyLinks(inline.children ?? []).flatMap((token) => {
      if (token.type === "link_open") inside = true;
      if (token.type === "link_close") inside = false;
      if (token.type !== "image") return [token];
      const made = linkTo(token, state.Token);
      return inside || !token.attrGet("src") ? made.slice(1, 2) : made;
    });
    for (const token of inline.children) if (token.type === "link_open") token.attrSet("rel", linkRel);
  }
});

/** The page has its own headings, so a heading within an update becomes a paragraph in bold, to keep the outline. */
engine.renderer.rules.heading_open = () => "<p><strong>";
engine.renderer.rules.heading_close = () => "</strong></p>\n";

/** A table wider than its page scrolls, which must be possible with a keyboard (WCAG 2.1.1). */
engine.renderer.rules.table_open = () => '<table tabindex="0">\n';

/** Sets a cell's alignment as an attribute, because a page's policy refuses unknown inline styles. */
engine.core.ruler.push("upfront_cells", (state) => {
  for (const token of state.tokens) {
    const side = /^text-align:(\w+)$/.exec(String(token.attrGet("style") ?? ""))?.[1];
    if (side) token.attrs = [["align", side]];
  }
});

export interface RenderedMarkdown {
  html: string;
  /** The same words of the same tokens, for emails and programs. */
  text: string;
}

/** Renders Markdown as it is stored, once, when it is saved: no raw HTML, no image, only http, https and mailto. */
export function renderMarkdown(body: string): RenderedMarkdown {
  const tokens = engine.parse(body, {});
  return { html: engine.renderer.render(tokens, engine.options, {}).trim(), text: plainTextOfTokens(tokens) };
}

/** A heading, and its rank: 1 is the highest. */
interface Section {
  heading: string;
  rank: number;
}

/**
 * Returns the headings without any text up to the next one of their rank or a higher one. A rule does not count as
 * text.
 */
export function emptyMarkdownSections(body: string): string[] {
  const empty: string[] = [];
  let open: Section[] = [];
  const tokens = engine.parse(body, {}).filter(({ level }) => level <= 1);
  for (const [at, { type, tag, level }] of tokens.entries()) {
    if (level > 0 || type === "hr" || type.endsWith("_close")) continue;
    if (type !== "heading_open") {
      open = [];
      continue;
    }
    const rank = Number(tag.slice(1));
    empty.push(...open.filter((each) => each.rank >= rank).map(({ heading }) => heading));
    open = [
      ...open.filter((each) => each.rank < rank),
      { heading: inlineMarkdownText(tokens[at + 1]?.children ?? []), rank },
    ];
  }
  return [...empty, ...open.map(({ heading }) => heading)];
}
