import MarkdownIt from "markdown-it";

/** Returns the addresses of all links in a Markdown text, in order. */
export const markdownLinks = (markdown: string): string[] =>
  new MarkdownIt()
    .parse(markdown, {})
    .flatMap(({ children }) => children ?? [])
    .filter(({ type }) => type === "link_open")
    .map((each) => String(each.attrGet("href")));
