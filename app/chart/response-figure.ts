import { chartBox } from "./chart-box";
import type { ListedChartEvent } from "./event-view";
import { type ChartPatternKind, chartBandPatternByKind } from "./patterns";
import type { ResponseChartView } from "./response-view";

type FigureTag =
  | ("div" | "figure" | "figcaption" | "span" | "details" | "summary" | "p" | "section" | "ol" | "li" | "a")
  | ("table" | "thead" | "tbody" | "tr" | "th" | "td")
  | ("svg" | "g" | "path" | "pattern" | "text" | "title" | "desc");

export interface ChartElementAttributes {
  "aria-hidden"?: "true";
  "aria-label"?: string;
  "aria-labelledby"?: string;
  class?: string | undefined;
  d?: string;
  "data-points"?: string;
  "data-from"?: string;
  "data-lang"?: string;
  "data-dates"?: string;
  "data-mixed"?: "" | undefined;
  "data-ms"?: string;
  "data-n"?: string;
  "data-s"?: string;
  "data-step"?: string;
  "data-top"?: string;
  "data-zone"?: string;
  dir?: "auto";
  dx?: string;
  dy?: string;
  fill?: string;
  height?: string;
  hidden?: true;
  href?: string;
  id?: string;
  lang?: string | undefined;
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
export type ChartPrinter<Node> = (
  tag: FigureTag,
  attributes: ChartElementAttributes,
  ...children: (Node | string)[]
) => Node;

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
    const figure = print("figure", {}, this.plot(), caption);
    return print("div", { class: "rc-figure" }, figure, ...this.events(), this.table());
  }

  private pattern(state: ChartPatternKind): Node {
    const { width, height, d } = chartBandPatternByKind[state];
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

  private filled(state: ChartPatternKind, name: string, d: string): Node {
    return this.print("path", { class: name, fill: `url(#${this.props.id}-${state})`, d });
  }

  /** Returns the part that is stretched and mirrored; words are outside of it, because they would be, too. */
  private paths(): Node {
    const { bands, grid, area, line, limits } = this.props.view.drawing;
    const turned = this.mirrored ? { transform: `matrix(-1 0 0 1 ${chartBox.width} 0)` } : {};
    const inside = [
      ...bands.map(({ state }) => this.pattern(state)),
      ...this.eventAreas(),
      this.path("rc-grid", grid),
      this.path("rc-ground", `M0,${chartBox.ground}H${chartBox.width}`),
      ...bands.map(({ state, d }) => this.filled(state, `rc-band rc-${state}`, d)),
      this.path("rc-area", area),
      this.path("rc-line", line),
      ...limits.flatMap(({ kind, y }) =>
        y === null ? [] : [this.path(`rc-limit rc-${kind}`, `M0,${y}H${chartBox.width}`)],
      ),
    ];
    const viewBox = `0 0 ${chartBox.width} ${chartBox.height}`;
    const stretched = { viewBox, preserveAspectRatio: "none", "aria-hidden": "true" } as const;
    return this.print("svg", stretched, this.print("g", turned, ...inside));
  }

  /** Areas behind the line, and bars above it. A maintenance differs from an incident by pattern, dashes and height. */
  private eventAreas(): Node[] {
    const { events } = this.props.view;
    return (events?.paths ?? []).flatMap(({ kind, wash, bar }) => [
      ...(kind === "maintenance" ? [this.pattern(kind)] : []),
      kind === "maintenance" ? this.filled(kind, `rc-wash rc-${kind}`, wash) : this.path(`rc-wash rc-${kind}`, wash),
      this.path(`rc-bar rc-${kind}`, bar),
    ]);
  }

  private words(): Node[] {
    const { up, limits, across, now, events } = this.props.view;
    const beside = this.mirrored ? { x: "100%", dx: "8" } : { x: "-8" };
    const [near, far] = this.mirrored ? ["100%", "0%"] : ["0%", "100%"];
    return [
      ...up.map(({ place, text }) => this.print("text", { ...beside, y: place, dy: "0.32em" }, text)),
      ...limits.flatMap(({ place, below, text }) => {
        const attributes = { class: "rc-name", x: near, dx: this.mirrored ? "-4" : "4", dy: below ? "14" : "-5" };
        return place === null ? [] : [this.print("text", { ...attributes, y: place }, text)];
      }),
      ...(events?.numbers ?? []).map(({ place, text }) => {
        const x = `${this.mirrored ? Math.round((100 - place) * 10) / 10 : place}%`;
        return this.print("text", { class: "rc-number", x, y: "0", dy: "-3" }, text);
      }),
      ...across.map(({ place, text, between }) => {
        const x = this.mirrored ? opposite(place) : place;
        return this.print("text", { class: between ? "rc-time rc-between" : "rc-time", x, y: "96%" }, text);
      }),
      this.print("text", { class: "rc-now", x: far, y: "96%" }, now),
    ];
  }

  /** The drawing, with what the reading of its values needs and shows (chart-reader). */
  private plot(): Node {
    const { print } = this;
    const { drawing, reading } = this.props.view;
    const facts = {
      class: this.mirrored ? "rc-plot rc-turned" : "rc-plot",
      "data-from": `${reading.from}`,
      "data-step": `${reading.stepMs}`,
      "data-top": `${drawing.top}`,
      "data-lang": reading.language,
      ...(reading.locale === reading.language ? {} : { "data-dates": reading.locale }),
      "data-zone": reading.zone,
      "data-ms": reading.ms,
      "data-s": reading.s,
    } as const;
    const mark = print("span", { class: "rc-mark", hidden: true });
    return print("div", facts, this.drawing(), mark, print("span", { class: "rc-read", dir: "auto", hidden: true }));
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

  private key(name: string | undefined, text: string, ...patch: Node[]): Node {
    const box = { class: name, viewBox: "0 0 24 16", "aria-hidden": "true" } as const;
    return this.print("span", { class: "rc-key" }, this.print("svg", box, ...patch), text);
  }

  private legend(): Node[] {
    const { legend, limits } = this.props.view;
    return [
      ...legend.map(({ state, text }) => {
        const patch = this.filled(state, "rc-band", "M.5,.5H23.5V15.5H.5Z");
        return this.key(`rc-${state}`, text, patch);
      }),
      ...limits.map(({ kind, text }) => this.key(undefined, text, this.path(`rc-limit rc-${kind}`, "M0,8H24"))),
    ];
  }

  private event({ kind, number, word, title, lang, href, when, points }: ListedChartEvent): Node {
    const { print } = this;
    const box = { class: `rc-${kind}`, viewBox: "0 0 24 16", "aria-hidden": "true" } as const;
    const link = print("a", { href, dir: "auto", lang }, title);
    const bar = print("svg", box, this.path(`rc-bar rc-${kind}`, "M0,8H24"));
    const told = [number, word].map((text) => print("span", {}, text));
    return print("li", { "data-points": points }, bar, ...told, link, print("span", {}, when));
  }

  /** Names what is marked in the drawing. */
  private events(): Node[] {
    const { print, props } = this;
    const { events } = props.view;
    if (events === null) return [];
    const list = print("ol", { class: "rc-events" }, ...events.list.map((each) => this.event(each)));
    return events.more === null ? [list] : [list, print("p", { class: props.classes?.note }, events.more)];
  }

  private table(): Node {
    const { print, props } = this;
    const { table } = props.view;
    const heads = table.heads.map((head) => print("th", { scope: "col" }, head));
    const rows = table.rows.map(({ points, mixed, cells: [when = "", ...cells] }) =>
      print(
        "tr",
        { "data-n": `${points}`, "data-mixed": mixed ? "" : undefined },
        print("th", { scope: "row" }, when),
        ...cells.map((cell) => print("td", {}, cell)),
      ),
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
