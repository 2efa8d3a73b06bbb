/** @jsxImportSource ~/html */
import type { RenderContext } from "./frame";
import { type PageEvent, pageEventIdOf } from "./happening-days";
import { sentenceWithElements } from "./say";
import { TitleLink } from "./title";

/** Most that are named on a day; the history has all. */
const maxEventsNamed = 5;

function Line({ frame, happening }: { frame: RenderContext; happening: PageEvent }) {
  const { dates, now, prefix, words } = frame;
  const date = dates.datedDay(dates.dayAt(happening.at), dates.dayAt(now));
  const [folder, of] =
    happening.kind === "incident" ? ["incidents", happening.incident] : ["maintenances", happening.maintenance];
  const title = <TitleLink frame={frame} of={of} href={`${prefix}/${folder}/${of.id}`} />;
  const key = happening.until === null ? "recent.ongoing_since" : "recent.continued";
  return <p class="k">{sentenceWithElements(words, key, { title, date })}</p>;
}

interface ContinuedEventListProps {
  frame: RenderContext;
  happenings: readonly PageEvent[];
  /** The address of the full list; null = this list has all. */
  all: string | null;
}

/** Lists what had started on an earlier day, in a line each; its details are with that day. */
export function ContinuedEventsSection({ frame, happenings, all }: ContinuedEventListProps) {
  const named = all === null ? happenings : happenings.slice(0, maxEventsNamed);
  const left = happenings.length - named.length;
  return (
    <>
      {named.map((each) => (
        <Line key={pageEventIdOf(each)} frame={frame} happening={each} />
      ))}
      {left > 0 && all !== null ? (
        <p class="k">
          <a href={all}>{frame.words.t("recent.more", { count: left })}</a>
        </p>
      ) : null}
    </>
  );
}
