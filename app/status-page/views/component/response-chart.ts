import { type ChartPrinter, ResponseFigure } from "~/chart/response-figure";
import { type ResponseSeries, responseChartViewOf } from "~/chart/response-view";
import { type JSX, jsx } from "~/html/jsx-runtime";
import type { RenderContext } from "../parts/frame";

const print: ChartPrinter<JSX.Element> = (tag, attributes, ...children) => jsx(tag, { ...attributes, children });

interface ResponseChartProps extends ResponseSeries {
  frame: RenderContext;
  /** Id of the element, unique on the page. */
  id: string;
  title: string;
}

const classes = { more: "rc-more", note: "note" };

/** Draws response times on a public page. Time runs in the reading direction. */
export function PublicResponseChart({ frame, id, title, ...series }: ResponseChartProps): JSX.Element {
  const view = responseChartViewOf(frame.words, frame.dates, series);
  return new ResponseFigure(print, { id, view, title, direction: frame.words.direction, classes }).whole();
}
