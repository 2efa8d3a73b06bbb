/** @jsxImportSource ~/html */
import { patterns } from "~/chart/patterns";
import { chartBox, type MarkedState } from "~/chart/response-path";
import { type ResponseSeries, type ResponseView, viewResponses } from "~/chart/response-view";
import type { Frame } from "../parts/frame";

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

interface DrawnProps extends PartProps {
  /** Time runs as one reads. */
  direction: "ltr" | "rtl";
}

/** The part that is stretched and turned round; words would be too, so they stand outside. */
function Paths({ id, view: { drawing }, direction }: DrawnProps) {
  return (
    <svg viewBox={`0 0 ${chartBox.width} ${chartBox.height}`} preserveAspectRatio="none" aria-hidden="true">
      <g {...(direction === "rtl" ? { transform: `matrix(-1 0 0 1 ${chartBox.width} 0)` } : {})}>
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
      </g>
    </svg>
  );
}

const opposite = (percent: string) => `${Math.round((100 - Number.parseFloat(percent)) * 100) / 100}%`;

function Drawing({ id, view, title, direction }: DrawnProps & { title: string }) {
  const mirrored = direction === "rtl";
  return (
    <svg class={mirrored ? "rc rc-rtl" : "rc"} role="img" aria-labelledby={`${id}-t ${id}-d`}>
      <title id={`${id}-t`}>{title}</title>
      <desc id={`${id}-d`}>{view.summary}</desc>
      <Paths id={id} view={view} direction={direction} />
      {view.up.map(({ place, text }) => (
        <text key={place} {...(mirrored ? { x: "100%", dx: "8" } : { x: "-8" })} y={place} dy="0.32em">
          {text}
        </text>
      ))}
      {view.across.map(({ place, text, between }) => (
        <text
          key={place}
          class={between ? "rc-time rc-between" : "rc-time"}
          x={mirrored ? opposite(place) : place}
          y="96%"
        >
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

/** Response times as a drawing, in a sentence, and as a table. Time runs as one reads. */
export function ResponseChart({ frame, id, title, ...series }: ResponseChartProps) {
  const view = viewResponses(frame.words, frame.dates, series);
  return (
    <div class="rc-figure">
      <figure>
        <Drawing id={id} view={view} title={title} direction={frame.words.direction} />
        <figcaption>
          <span>{view.summary}</span>
          <Legend id={id} view={view} />
        </figcaption>
      </figure>
      <Table view={view} title={title} />
    </div>
  );
}
