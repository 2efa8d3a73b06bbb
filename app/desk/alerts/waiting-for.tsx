import { Link } from "@remix-run/react";
import type { ComponentProps } from "react";
import type { AlertList } from "./alert-list";
import { type Cause, causePath, target } from "./alert-origin";
import { useWords } from "./words";

type Given = Pick<ComponentProps<typeof AlertList>, "alerts" | "slug">;

/** On the page of a monitor or heartbeat that fires only because of another one: that nobody is told of it until then. */
export function WaitingFor({ alerts, slug }: Given) {
  const { say } = useWords();
  const cause = alerts.find((each) => each.state === "firing" && each.because)?.because;
  if (!cause) return null;
  const name = (
    <Link to={causePath(slug, cause)} className="-my-2.5 inline-flex min-h-11 items-center">
      <bdi>{cause.name}</bdi>
    </Link>
  );
  return <p className="font-medium">{say("fact.waiting", { name })}</p>;
}

/** The same in a row of a list, in few words. */
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
