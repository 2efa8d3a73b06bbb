import type { Status } from "~/status/status";
import { RowLink } from "~/ui/parts/list";
import { StatusIcon } from "~/ui/parts/status-mark";
import { TimeText } from "~/ui/parts/time-text";
import type { FiringEntry } from "../rules/timeline";
import { useWords } from "./words/words";

type FiringWord = "fired" | "recovered" | "ended";

/** Shape of each word; an alert that ended without a recovery has no data. */
const shapes: Record<FiringWord, Status> = { fired: "major_outage", recovered: "operational", ended: "no_data" };

function wordOf({ firing, fired }: FiringEntry): FiringWord {
  if (fired) return "fired";
  return firing.endedBySource ? "ended" : "recovered";
}

/** Shows an alert's entry in one line, because readers skip automatic entries to read those of people. */
export function AlertTimelineItem({ turn, slug }: { turn: FiringEntry; slug: string }) {
  const { t } = useWords();
  const { firing, at } = turn;
  const word = wordOf(turn);
  return (
    <li className="flex flex-wrap items-center gap-x-3 px-4">
      <StatusIcon status={shapes[word]} />
      <div className="min-w-0 flex-1 basis-40">
        <RowLink to={`/manage/${slug}/alerts/${encodeURIComponent(firing.alertId)}`}>
          {t(`timeline.${word}`, { title: firing.title })}
        </RowLink>
      </div>
      <span className="text-sm text-soft">
        <TimeText at={at} />
      </span>
    </li>
  );
}
