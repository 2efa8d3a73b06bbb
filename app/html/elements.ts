/** Elements of public pages. */
export type HtmlTag =
  | ("html" | "head" | "body" | "meta" | "title" | "link" | "style" | "script")
  | ("header" | "main" | "footer" | "nav" | "section" | "article" | "figure" | "figcaption")
  | ("h1" | "h2" | "h3" | "h4" | "p" | "div" | "span" | "a" | "bdi" | "small" | "strong" | "time" | "noscript")
  | ("ul" | "ol" | "li" | "dl" | "dt" | "dd" | "details" | "summary")
  | ("pre" | "code")
  | ("table" | "thead" | "tbody" | "tr" | "th" | "td")
  | ("form" | "label" | "input" | "button" | "textarea" | "fieldset" | "legend" | "datalist")
  | ("select" | "optgroup" | "option")
  | ("img" | "picture" | "source" | "iframe")
  | ("svg" | "g" | "path" | "pattern" | "text" | "desc");

/** Attributes of these elements by their HTML names. */
export interface HtmlAttributes {
  "aria-current"?: "true";
  "aria-describedby"?: string;
  "aria-hidden"?: "true";
  "aria-invalid"?: "true";
  "aria-label"?: string;
  "aria-labelledby"?: string;
  action?: string;
  alt?: string;
  autocomplete?: string;
  charset?: string;
  checked?: boolean;
  class?: string;
  content?: string;
  crossorigin?: "use-credentials";
  "data-1p-ignore"?: boolean;
  "data-bwignore"?: boolean;
  "data-copied"?: string;
  "data-copy"?: string;
  d?: string;
  "data-denied"?: string;
  "data-failed"?: string;
  "data-form-type"?: string;
  "data-from"?: string;
  "data-lang"?: string;
  "data-lpignore"?: string;
  "data-mixed"?: string | undefined;
  "data-ms"?: string;
  "data-n"?: string;
  "data-over"?: string;
  "data-points"?: string;
  "data-protonpass-ignore"?: string;
  "data-s"?: string;
  "data-said"?: string;
  "data-step"?: string;
  "data-top"?: string;
  "data-zone"?: string;
  datetime?: string;
  defer?: boolean;
  dir?: "ltr" | "rtl" | "auto";
  dx?: string;
  dy?: string;
  fill?: string;
  for?: string;
  height?: string;
  hidden?: boolean;
  href?: string;
  id?: string;
  inputmode?: "email";
  label?: string;
  lang?: string;
  list?: string;
  loading?: "lazy";
  media?: string;
  method?: "post";
  name?: string;
  novalidate?: boolean;
  open?: boolean;
  patternUnits?: "userSpaceOnUse";
  preserveAspectRatio?: string;
  property?: string;
  readonly?: boolean;
  rel?: string;
  rows?: string;
  required?: boolean;
  role?: string;
  scope?: "col" | "row";
  selected?: boolean;
  spellcheck?: "false";
  src?: string;
  srcset?: string;
  stroke?: string;
  "stroke-width"?: string;
  tabindex?: "-1" | "0";
  target?: "_blank";
  /** Set only on the first field in error of a refused form. */
  autofocus?: boolean;
  title?: string;
  transform?: string;
  type?: string;
  value?: string;
  viewBox?: string;
  width?: string;
  x?: string;
  y?: string;
}
