import { auditActionSentence } from "~/audit/desk/audit-actions";
import { auditActorText, auditSubjectPath } from "~/audit/desk/entry-names";
import { useWords as useAuditWords } from "~/audit/desk/words/words";
import { Link } from "~/ui/parts/link";
import { StatusIcon } from "~/ui/parts/status-mark";
import { shortDurationText } from "~/ui/parts/time-text";
import { useWordTable } from "~/ui/parts/words";
import type { ActivityAction, ActivityStatusChange } from "../list";
import type { CountedActivityEvent } from "./activity-days";
import type english from "./words/en.json";
import { has, useWords } from "./words/words";

type CountedEvent<Event> = Event & { count: number };

const linkClass = "-my-2.5 inline-flex min-h-hit items-center font-medium wrap-anywhere";

interface NameLinkProps {
  name: string;
  /** Null when it has no page any more. */
  path: string | null;
}

function NameLink({ name, path }: NameLinkProps) {
  if (path === null) return <bdi className="font-medium">{name}</bdi>;
  return (
    <Link to={path} className={linkClass}>
      <bdi>{name}</bdi>
    </Link>
  );
}

const isDeedKey = (key: string): key is keyof typeof english.deed => has(`deed.${key}`);

/** Says what someone did: the sentences that people read most name the thing, all others are the audit log's. */
function Deed({ deed, slug }: { deed: CountedEvent<ActivityAction>; slug: string }) {
  const { t, say } = useWords();
  const words = useAuditWords();
  const { action, name, actorKind, count } = deed;
  if (actorKind === "visitor" && action === "subscriber.confirm") return <p>{t("subscribers.joined", { count })}</p>;
  if (actorKind === "visitor" && action === "subscriber.leave") return <p>{t("subscribers.left", { count })}</p>;
  const actor = (
    <bdi className="font-medium">
      {auditActorText(words, { ...deed, subjectTitle: null, before: null, after: null })}
    </bdi>
  );
  const done = auditActionSentence(words, action, actor);
  if (name === null) return <p>{done}</p>;
  const path = auditSubjectPath({ ...deed, subjectTitle: null, before: null, after: null }, slug);
  const link = <NameLink name={name} path={path} />;
  const key = action.replace(".", "_");
  return <p>{isDeedKey(key) ? say(`deed.${key}`, { actor, name: link }) : say("entry.about", { done, name: link })}</p>;
}

/** Says what machines observed of a component. */
function StatusChange({ change, slug }: { change: ActivityStatusChange; slug: string }) {
  const { say, language } = useWords();
  const statuses = useWordTable("status");
  const { componentId, status, lasted } = change;
  const name = <NameLink name={change.name} path={`/manage/${slug}/components/${componentId}`} />;
  const length = lasted === null || lasted < 0 ? null : shortDurationText(lasted, language);
  const said =
    status !== "operational"
      ? say("status.became", { name, status: <span className="font-medium">{statuses[status] ?? status}</span> })
      : length === null
        ? say("status.back", { name })
        : say("status.back_after", { name, length });
  return (
    <p className="flex items-baseline gap-1.5">
      <span className="flex-none self-start pt-1">
        <StatusIcon status={status} />
      </span>
      <span className="min-w-0">{said}</span>
    </p>
  );
}

/** The sentence about one event. */
export const ActivitySentence = ({ event, slug }: { event: CountedActivityEvent; slug: string }) =>
  "action" in event ? <Deed deed={event} slug={slug} /> : <StatusChange change={event} slug={slug} />;
