import { bandPatterns } from "./patterns";
import { chartBox, type MarkedState } from "./response-path";
import type { ResponseChartView } from "./response-view";

type FigureTag =
  | ("div" | "figure" | "figcaption" | "span" | "details" | "summary" | "p" | "section")
  | ("table" | "thead" | "tbody" | "tr" | "th" | "td")
  | ("svg" | "g" | "path" | "pattern" | "text" | "title" | "desc");

export interface FigureAttributes {
  "aria-hidden"?: "true";
  "aria-label"?: string;
  "aria-labelledby"?: string;
  class?: string;
  d?: string;
  dx?: string;
  dy?: string;
  fill?: string;
  height?: string;
  id?: string;
  patternUnits?: "userSpaceOnUse";
  preserveAspectRatio?: string;
  role?: string;
  scope?: "col" | "row";
  tabindex?: "0";
  transform?: string;
  viewBox?: string;
  width?: string;
  x?: string;
  y?: string;
}

/** Makes an element: React creates it on management pages, public pages print it. */
export type ChartPrinter<Node> = (tag: FigureTag, attributes: FigureAttributes, ...children: (Node | string)[]) => Node;

export interface ResponseFigureProps {
  /** Id of the element, unique on the page. */
  id: string;
  view: ResponseChartView;
  title: string;
  /** Direction of time. */
  direction: "ltr" | "rtl";
  /** Classes that the surrounding page has for an expandable line and for a note. */
  classes?: { more: string; note: string };
}

const opposite = (percent: string) => `${Math.round((100 - Number.parseFloat(percent)) * 100) / 100}%`;

/**
 * Response times as a drawing, a sentence and a table; `print` makes the elements. Paths are stretched to the page's
 * width, and text stays outside them. A state is a colour, a pattern and a height.
 */
export class ResponseFigure<Node> {
  private readonly mirrored: boolean;

  constructor(
    private readonly print: ChartPrinter<Node>,
    private readonly props: ResponseFigureProps,
  ) {
    this.mirrored = props.direction === "rtl";
  }

  whole(): Node {
    const { print, props } = this;
    const caption = print("figcaption", {}, print("span", {}, props.view.summary), ...this.legend());
    return print("div", { class: "rc-figure" }, print("figure", {}, this.drawing(), caption), this.table());
  }

  private pattern(state: MarkedState): Node {
    const { width, height, d } = bandPatterns[state];
    const attributes = {
      id: `${this.props.id}-${state}`,
      class: `rc-${state}`,
      patternUnits: "userSpaceOnUse",
      width: `${width}`,
      height: `${height}`,
    } as const;
    return this.print("pattern", attributes, this.print("path", { d }));
  }

  private path(name: string, d: string): Node {
    return this.print("path", { class: name, d });
  }

  private filled(state: MarkedState, name: string, d: string): Node {
    return this.print("path", { class: name, fill: `url(#${this.props.id}-${state})`, d });
  }

  /** Returns the part that is stretched and mirrored; words are outside of it, because they would be, too. */
  private paths(): Node {
    const { bands, grid, area, line, slow } = this.props.view.drawing;
    const turned = this.mirrored ? { transform: `matrix(-1 0 0 1 ${chartBox.width} 0)` } : {};
    const inside = [
      ...bands.map(({ state }) => this.pattern(state)),
      this.path("rc-grid", grid),
      this.path("rc-ground", `M0,${chartBox.ground}H${chartBox.width}`),
      ...bands.map(({ state, d }) => this.filled(state, `rc-band rc-${state}`, d)),
      this.path("rc-area", area),
      this.path("rc-line", line),
      ...(slow ? [this.path("rc-slow", `M0,${slow.y}H${chartBox.width}`)] : []),
    ];
    const viewBox = `0 0 ${chartBox.width} ${chartBox.height}`;
    const stretched = { viewBox, preserveAspectRatio: "none", "aria-hidden": "true" } as const;
    return this.print("svg", stretched, this.print("g", turned, ...inside));
  }

  private words(): Node[] {
    const { up, slow, across, now } = this.props.view;
    const beside = this.mirrored ? { x: "100%", dx: "8" } : { x: "-8" };
    const far = this.mirrored ? "0%" : "100%";
    return [
      ...up.map(({ place, text }) => this.print("text", { ...beside, y: place, dy: "0.32em" }, text)),
      ...(slow ? [this.print("text", { class: "rc-end", x: far, y: slow.place, dy: "-5" }, slow.text)] : []),
      ...across.map(({ place, text, between }) => {
        const x = this.mirrored ? opposite(place) : place;
        return this.print("text", { class: between ? "rc-time rc-between" : "rc-time", x, y: "96%" }, text);
      }),
      this.print("text", { class: "rc-now", x: far, y: "96%" }, now),
    ];
  }

  private drawing(): Node {
    const { print, props } = this;
    const { id, title, view } = props;
    return print(
      "svg",
      { class: this.mirrored ? "rc rc-rtl" : "rc", role: "img", "aria-labelledby": `${id}-t ${id}-d` },
      print("title", { id: `${id}-t` }, title),
      print("desc", { id: `${id}-d` }, view.summary),
      this.paths(),
      ...this.words(),
    );
  }

  private legend(): Node[] {
    const { print, props } = this;
    const box = { viewBox: "0 0 24 16", "aria-hidden": "true" } as const;
    return props.view.legend.map(({ state, text }) => {
      const patch = this.filled(state, "rc-band", "M.5,.5H23.5V15.5H.5Z");
      return print("span", { class: "rc-key" }, print("svg", { class: `rc-${state}`, ...box }, patch), text);
    });
  }

  private table(): Node {
    const { print, props } = this;
    const { table } = props.view;
    const heads = table.heads.map((head) => print("th", { scope: "col" }, head));
    const rows = table.rows.map(({ cells: [when = "", ...cells] }) =>
      print("tr", {}, print("th", { scope: "row" }, when), ...cells.map((cell) => print("td", {}, cell))),
    );
    const inside = print("table", {}, print("thead", {}, print("tr", {}, ...heads)), print("tbody", {}, ...rows));
    return print(
      "details",
      { class: "rc-table" },
      print("summary", { class: props.classes?.more }, table.title),
      print("p", { class: props.classes?.note }, table.zone),
      // A part that scrolls must be reachable by the keyboard.
      print("section", { class: "rc-scroll", "aria-label": props.title, tabindex: "0" }, inside),
    );
  }
}
