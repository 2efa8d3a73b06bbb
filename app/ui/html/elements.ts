/** The elements that public pages are made of. */
export type Tag =
  | ("html" | "head" | "body" | "meta" | "title" | "link" | "style")
  | ("header" | "main" | "footer" | "nav" | "section" | "article" | "figure" | "figcaption")
  | ("h1" | "h2" | "h3" | "h4" | "p" | "div" | "span" | "a" | "bdi" | "small" | "strong" | "time")
  | ("ul" | "ol" | "li" | "dl" | "dt" | "dd" | "details" | "summary")
  | ("table" | "thead" | "tbody" | "tr" | "th" | "td")
  | ("svg" | "path");

/** Their attributes by the names that HTML gives them. */
export interface Attributes {
  "aria-label"?: string;
  charset?: string;
  class?: string;
  content?: string;
  d?: string;
  datetime?: string;
  dir?: "ltr" | "rtl" | "auto";
  href?: string;
  id?: string;
  lang?: string;
  name?: string;
  open?: boolean;
  preserveAspectRatio?: string;
  rel?: string;
  role?: string;
  scope?: "col" | "row";
  title?: string;
  type?: string;
  viewBox?: string;
}
