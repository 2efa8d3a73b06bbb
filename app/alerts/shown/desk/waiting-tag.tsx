import { Link } from "@remix-run/react";
import { useWords } from "../../desk/words/words";
import { type Cause, causePath, target } from "./alert-origin";

/** In the row of a monitor or heartbeat that fires only because of another one: which, with the way there. */
export function WaitingTag({ cause, slug }: { cause: Cause | null; slug: string }) {
  const { say } = useWords();
  if (cause === null) return null;
  const name = (
    <Link to={causePath(slug, cause)} className={target}>
      <bdi>{cause.name}</bdi>
    </Link>
  );
  return <span className="text-sm wrap-anywhere">{say("fact.waiting_short", { name })}</span>;
}
