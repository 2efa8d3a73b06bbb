import { RowLink } from "~/ui/parts/list";
import { StatusShape } from "~/ui/parts/status-mark";
import { TimeText } from "~/ui/parts/time-text";
import type { Turn } from "../rules/timeline";
import { useWords } from "./words/words";

/** One line: what machines say is read past, what people say is read. */
export function AlertEntry({ turn: { firing, fired, at }, slug }: { turn: Turn; slug: string }) {
  const { t } = useWords();
  return (
    <li className="flex flex-wrap items-center gap-x-3 px-4">
      <StatusShape status={fired ? "major_outage" : "operational"} />
      <div className="min-w-0 flex-1 basis-40">
        <RowLink to={`/manage/${slug}/alerts/${encodeURIComponent(firing.alertId)}`}>
          {t(fired ? "timeline.fired" : "timeline.recovered", { title: firing.title })}
        </RowLink>
      </div>
      <span className="text-sm text-soft">
        <TimeText at={at} />
      </span>
    </li>
  );
}
