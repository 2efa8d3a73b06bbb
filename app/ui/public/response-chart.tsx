/** @jsxImportSource ~/ui/html */
import { patterns } from "~/ui/chart/patterns";
import { chartBox, type MarkedState } from "~/ui/chart/response-path";
import { type ResponseSeries, type ResponseView, viewResponses } from "~/ui/chart/response-view";
import type { Frame } from "./frame";

type PartProps = { id: string; view: ResponseView };

function Pattern({ id, state }: { id: string; state: MarkedState }) {
  const { width, height, d } = patterns[state];
  return (
    <pattern
      id={`${id}-${state}`}
      class={`rc-${state}`}
      patternUnits="userSpaceOnUse"
      width={`${width}`}
      height={`${height}`}
    >
      <path d={d} />
    </pattern>
  );
}

/** The part that is stretched; words would be too, so they stand outside. */
function Paths({ id, view: { drawing } }: PartProps) {
  return (
    <svg viewBox={`0 0 ${chartBox.width} ${chartBox.height}`} preserveAspectRatio="none" aria-hidden="true">
      {drawing.bands.map(({ state }) => (
        <Pattern key={state} id={id} state={state} />
      ))}
      <path class="rc-grid" d={drawing.grid} />
      <path class="rc-ground" d={`M0,${chartBox.ground}H${chartBox.width}`} />
      {drawing.bands.map(({ state, d }) => (
        <path key={state} class={`rc-band rc-${state}`} fill={`url(#${id}-${state})`} d={d} />
      ))}
      <path class="rc-area" d={drawing.area} />
      <path class="rc-line" d={drawing.line} />
    </svg>
  );
}

function Drawing({ id, view, title }: PartProps & { title: string }) {
  return (
    <svg class="rc" role="img" aria-labelledby={`${id}-t ${id}-d`}>
      <title id={`${id}-t`}>{title}</title>
      <desc id={`${id}-d`}>{view.summary}</desc>
      <Paths id={id} view={view} />
      {view.up.map(({ place, text }) => (
        <text key={place} x="-8" y={place} dy="0.32em">
          {text}
        </text>
      ))}
      {view.across.map(({ place, text, between }) => (
        <text key={place} class={between ? "rc-time rc-between" : "rc-time"} x={place} y="96%">
          {text}
        </text>
      ))}
    </svg>
  );
}

function Legend({ id, view }: PartProps) {
  return (
    <>
      {view.legend.map(({ state, text }) => (
        <span key={state} class="rc-key">
          <svg class={`rc-${state}`} viewBox="0 0 24 16" aria-hidden="true">
            <path class="rc-band" fill={`url(#${id}-${state})`} d="M.5,.5H23.5V15.5H.5Z" />
          </svg>
          {text}
        </span>
      ))}
    </>
  );
}

function Table({ view: { table }, title }: { view: ResponseView; title: string }) {
  return (
    <details class="rc-table">
      <summary class="rc-more">{table.title}</summary>
      <p class="note">{table.zone}</p>
      <section class="rc-scroll" aria-label={title} tabindex="0">
        <table>
          <thead>
            <tr>
              {table.heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map(({ from, cells: [when, state, mean, slowest] }) => (
              <tr key={`${from}`}>
                <th scope="row">{when}</th>
                <td>{state}</td>
                <td>{mean}</td>
                <td>{slowest}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}

interface ResponseChartProps extends ResponseSeries {
  frame: Frame;
  /** Of the element, unlike any other on the page. */
  id: string;
  title: string;
}

/** Response times as a drawing, in a sentence, and as a table. Time runs from left to right in every language. */
export function ResponseChart({ frame, id, title, ...series }: ResponseChartProps) {
  const view = viewResponses(frame.words, frame.dates, series);
  return (
    <div class="rc-figure">
      <figure>
        <Drawing id={id} view={view} title={title} />
        <figcaption>
          <span>{view.summary}</span>
          <Legend id={id} view={view} />
        </figcaption>
      </figure>
      <Table view={view} title={title} />
    </div>
  );
}
