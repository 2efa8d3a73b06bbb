import { Link } from "@remix-run/react";
import { useWords } from "../../desk/words/words";
import { type AlertCause, alertCausePath, inlineLinkTargetClass } from "./alert-origin";

/** Names, in the row of a monitor or heartbeat whose alert has a cause, that cause with a link. */
export function WaitingForCauseTag({ cause, slug }: { cause: AlertCause | null; slug: string }) {
  const { say } = useWords();
  if (cause === null) return null;
  const name = (
    <Link to={alertCausePath(slug, cause)} className={inlineLinkTargetClass}>
      <bdi>{cause.name}</bdi>
    </Link>
  );
  return <span className="text-sm wrap-anywhere">{say("fact.waiting_short", { name })}</span>;
}
