import { Link } from "@remix-run/react";
import { HeartbeatStateBadge } from "~/heartbeats/desk/heartbeat-state";
import { isShownHeartbeatState } from "~/heartbeats/desk/heartbeat-words";
import { MonitorStateBadge } from "~/monitors/desk/monitor-state";
import { shownMonitorStates } from "~/monitors/desk/monitor-words";
import { TimeText } from "~/ui/parts/time-text";
import type { SearchHit } from "./search-actions";
import { useWords } from "./words/words";

const look = "flex min-h-hit flex-wrap items-center gap-x-3 px-4 py-1.5 text-ink no-underline hover:bg-sunken";

/** Shows the state of a monitor or heartbeat, by word and shape. */
function HitState({ kind, state = null }: SearchHit) {
  if (kind === "heartbeat" && isShownHeartbeatState(state))
    return <HeartbeatStateBadge state={state} running={false} />;
  const shown = kind === "monitor" ? shownMonitorStates.find((each) => each === state) : undefined;
  return shown ? <MonitorStateBadge state={shown} /> : null;
}

function HitText({ hit }: { hit: SearchHit }) {
  const { t } = useWords();
  const { kind, title, at, about } = hit;
  return (
    <>
      <span className="w-24 flex-none text-sm text-soft">{t(`kind.${kind}`)}</span>
      <span className="grid min-w-0 flex-1 basis-32">
        <bdi className="font-medium">{title}</bdi>
        {about ? <bdi className="text-sm wrap-anywhere text-soft">{about}</bdi> : null}
      </span>
      <HitState {...hit} />
      {at ? (
        <span className="text-sm text-soft">
          <TimeText at={at} />
        </span>
      ) : null}
    </>
  );
}

export const SearchResultsPanel = ({ hits, onGo }: { hits: readonly SearchHit[]; onGo?: () => void }) => (
  <ul className="divide-y divide-line">
    {hits.map((hit) => (
      <li key={`${hit.kind} ${hit.to}`}>
        {hit.outside ? (
          <a href={hit.to} className={look}>
            <HitText hit={hit} />
          </a>
        ) : (
          <Link to={hit.to} onClick={onGo} className={look}>
            <HitText hit={hit} />
          </Link>
        )}
      </li>
    ))}
  </ul>
);
