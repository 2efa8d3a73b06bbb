import { createElement, type ReactElement, useId } from "react";
import { type ChartPrinter, ResponseFigure } from "./response-figure";
import type { ResponseView } from "./response-view";

/** React has its own names for two of the attributes. */
const print: ChartPrinter<ReactElement> = (tag, { class: className, tabindex, ...attributes }, ...children) =>
  createElement(tag, { ...attributes, className, tabIndex: tabindex && Number(tabindex) }, ...children);

/** Renders response times on a management page. Time runs from left to right in every language. */
export function ResponseChart({ view, title }: { view: ResponseView; title: string }) {
  const id = useId().replaceAll(":", "");
  return new ResponseFigure(print, { id, view, title, direction: "ltr" }).whole();
}
