import { Link } from "@remix-run/react";
import { createElement, type ReactElement, useEffect, useRef } from "react";
import { type ChartPrinter, ResponseFigure } from "./response-figure";
import type { ResponseChartView } from "./response-view";

/** React has its own names for some of the attributes, and links are followed in place. */
const print: ChartPrinter<ReactElement> = (
  tag,
  { class: className, tabindex, href = "", ...attributes },
  ...children
) => {
  const given = { ...attributes, className, tabIndex: tabindex && Number(tabindex) };
  return tag === "a"
    ? createElement(Link, { ...given, to: href } as never, ...children)
    : createElement(tag, given, ...children);
};

interface ResponseChartProps {
  /** Prefix of its ids, unique on the page. It is given, because `useId` differs between the server and browsers. */
  id: string;
  view: ResponseChartView;
  title: string;
  /** The reading direction, in which time runs, as on public pages. */
  direction: "ltr" | "rtl";
}

/**
 * Lets the keyboard reach the drawing; what reads its values is loaded when it is first pointed at or focused, as most
 * who open the page look at something else.
 */
function useReading(): { current: HTMLDivElement | null } {
  const around = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const plot = around.current?.querySelector<HTMLElement>(".rc-plot");
    if (!plot) return;
    plot.tabIndex = 0;
    const begin = async () => {
      const { enableChartReading } = await import("./chart-reader");
      enableChartReading(plot);
    };
    plot.addEventListener("pointerenter", begin, { once: true });
    plot.addEventListener("focus", begin, { once: true });
  }, []);
  return around;
}

/** Renders response times on a management page. */
export function ResponseChart(props: ResponseChartProps) {
  const figure = new ResponseFigure(print, props).whole();
  return createElement("div", { ref: useReading() }, figure);
}
