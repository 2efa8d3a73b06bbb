import { createElement, type ReactElement } from "react";
import { type ChartPrinter, ResponseFigure } from "./response-figure";
import type { ResponseChartView } from "./response-view";

/** React has its own names for two of the attributes. */
const print: ChartPrinter<ReactElement> = (tag, { class: className, tabindex, ...attributes }, ...children) =>
  createElement(tag, { ...attributes, className, tabIndex: tabindex && Number(tabindex) }, ...children);

interface ResponseChartProps {
  /** Prefix of its ids, unique on the page. It is given, because `useId` differs between the server and browsers. */
  id: string;
  view: ResponseChartView;
  title: string;
}

/** Renders response times on a management page. Time runs from left to right in every language. */
export function ResponseChart({ id, view, title }: ResponseChartProps) {
  return new ResponseFigure(print, { id, view, title, direction: "ltr" }).whole();
}
