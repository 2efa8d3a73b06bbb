import type { InboxContents } from "~/inbox/rules/inbox-entry";
import { NoticeBanner } from "~/ui/parts/notice";
import { AgoText } from "~/ui/parts/time-text";
import { useWords } from "./words/words";

/** Shows what came while the database was unavailable and is not stored yet. */
export function InboxBanner({ held }: { held: InboxContents | null }) {
  const { say } = useWords();
  if (held === null || held.oldestAt === null) return null;
  return (
    <NoticeBanner tone="warning">
      <p>{say("inbox.held", { count: held.entries, ago: <AgoText at={held.oldestAt} /> })}</p>
    </NoticeBanner>
  );
}
