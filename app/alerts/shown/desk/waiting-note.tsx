import { Link } from "@remix-run/react";
import type { ComponentProps } from "react";
import { useWords } from "../../desk/words/words";
import type { AlertsPanel } from "./alert-list";
import { alertCausePath, inlineLinkTargetClass } from "./alert-origin";

type WaitingForCauseNoteProps = Pick<ComponentProps<typeof AlertsPanel>, "alerts" | "slug">;

/**
 * Says on the page of a monitor or heartbeat whose alert has a cause that nobody is notified until the cause recovers.
 */
export function WaitingForCauseText({ alerts, slug }: WaitingForCauseNoteProps) {
  const { say } = useWords();
  const cause = alerts.find((each) => each.state === "firing" && each.because)?.because;
  if (!cause) return null;
  const name = (
    <Link to={alertCausePath(slug, cause)} className={inlineLinkTargetClass}>
      <bdi>{cause.name}</bdi>
    </Link>
  );
  return <p className="font-medium">{say("fact.waiting", { name })}</p>;
}
