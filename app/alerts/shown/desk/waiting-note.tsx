import { Link } from "@remix-run/react";
import type { ComponentProps } from "react";
import { useWords } from "../../desk/words/words";
import type { AlertList } from "./alert-list";
import { causePath, target } from "./alert-origin";

type WaitingForProps = Pick<ComponentProps<typeof AlertList>, "alerts" | "slug">;

/**
 * Says on the page of a monitor or heartbeat whose alert has a cause that nobody is notified until the cause recovers.
 */
export function WaitingForNote({ alerts, slug }: WaitingForProps) {
  const { say } = useWords();
  const cause = alerts.find((each) => each.state === "firing" && each.because)?.because;
  if (!cause) return null;
  const name = (
    <Link to={causePath(slug, cause)} className={target}>
      <bdi>{cause.name}</bdi>
    </Link>
  );
  return <p className="font-medium">{say("fact.waiting", { name })}</p>;
}
