import { useId } from "react";
import { patterns } from "./patterns";
import { chartBox, type MarkedState } from "./response-path";
import type { ResponseView } from "./response-view";

type PartProps = { id: string; view: ResponseView };

function Pattern({ id, state }: { id: string; state: MarkedState }) {
  const { width, height, d } = patterns[state];
  return (
    <pattern
      id={`${id}-${state}`}
      className={`rc-${state}`}
      patternUnits="userSpaceOnUse"
      width={width}
      height={height}
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
      <path className="rc-grid" d={drawing.grid} />
      <path className="rc-ground" d={`M0,${chartBox.ground}H${chartBox.width}`} />
      {drawing.bands.map(({ state, d }) => (
        <path key={state} className={`rc-band rc-${state}`} fill={`url(#${id}-${state})`} d={d} />
      ))}
      <path className="rc-area" d={drawing.area} />
      <path className="rc-line" d={drawing.line} />
      {drawing.slow ? <path className="rc-slow" d={`M0,${drawing.slow.y}H${chartBox.width}`} /> : null}
    </svg>
  );
}

function Drawing({ id, view, title }: PartProps & { title: string }) {
  return (
    <svg className="rc" role="img" aria-labelledby={`${id}-t ${id}-d`}>
      <title id={`${id}-t`}>{title}</title>
      <desc id={`${id}-d`}>{view.summary}</desc>
      <Paths id={id} view={view} />
      {view.up.map(({ place, text }) => (
        <text key={place} x="-8" y={place} dy="0.32em">
          {text}
        </text>
      ))}
      {view.slow ? (
        <text className="rc-end" x="100%" y={view.slow.place} dy="-5">
          {view.slow.text}
        </text>
      ) : null}
      {view.across.map(({ place, text, between }) => (
        <text key={place} className={between ? "rc-time rc-between" : "rc-time"} x={place} y="96%">
          {text}
        </text>
      ))}
    </svg>
  );
}

function Legend({ id, view }: PartProps) {
  return view.legend.map(({ state, text }) => (
    <span key={state} className="rc-key">
      <svg className={`rc-${state}`} viewBox="0 0 24 16" aria-hidden="true">
        <path className="rc-band" fill={`url(#${id}-${state})`} d="M.5,.5H23.5V15.5H.5Z" />
      </svg>
      {text}
    </span>
  ));
}

function Table({ view: { table }, title }: { view: ResponseView; title: string }) {
  return (
    <details className="rc-table">
      <summary>{table.title}</summary>
      <p>{table.zone}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by the keyboard */}
      <section className="rc-scroll" aria-label={title} tabIndex={0}>
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
              <tr key={from}>
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

/** Response times as a drawing, in a sentence, and as a table. Time runs from left to right in every language. */
export function ResponseChart({ view, title }: { view: ResponseView; title: string }) {
  const id = useId().replaceAll(":", "");
  return (
    <div className="rc-figure">
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
