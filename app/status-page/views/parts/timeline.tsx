/** @jsxImportSource ~/html */
import { incidentStatusText } from "~/i18n/update-word";
import type { Words } from "~/i18n/words";
import { statuses } from "~/status/status";
import type { SnapshotUpdate } from "../../rules/snapshot-document";
import type { RenderContext } from "./frame";
import { MarkdownBody } from "./markup";
import { PublicTimeText } from "./time-text";

const statusWord = ({ t }: Words, status: string): string => {
  const known = statuses.find((each) => each === status);
  return known ? t(`status.${known}`) : status;
};

function Changes({ frame, changes }: { frame: RenderContext; changes: SnapshotUpdate["changes"] }) {
  const { words } = frame;
  const moved = changes.filter((change) => change.from !== change.to);
  if (moved.length === 0) return null;
  return (
    <p class="note">
      {moved
        .map(({ name, from, to }) =>
          words.t("incident.change", { name, from: statusWord(words, from), to: statusWord(words, to) }),
        )
        .join(" · ")}
    </p>
  );
}

interface PublicUpdateTimelineProps {
  frame: RenderContext;
  updates: readonly SnapshotUpdate[];
  full?: boolean;
  /** True for an announcement, whose updates have their own words. */
  announced?: boolean;
  /** True while it lasts: then the newest update is highlighted. */
  live?: boolean;
}

/** Lists updates, newest first. `full` names the year of each and what it changed. */
export function PublicUpdateTimelinePanel({
  frame,
  updates,
  full = false,
  announced = false,
  live = false,
}: PublicUpdateTimelineProps) {
  return (
    <ol class={live ? "t on" : "t"}>
      {updates.map((update) => (
        <li key={update.id}>
          <p class="when">
            <strong>{incidentStatusText(frame.words, update.status, announced)}</strong>{" "}
            <PublicTimeText frame={frame} at={update.shownAt} full={full} />
            {update.edited ? ` · ${frame.words.t("incident.edited")}` : null}
          </p>
          <MarkdownBody frame={frame} said={update} />
          {full ? <Changes frame={frame} changes={update.changes} /> : null}
        </li>
      ))}
    </ol>
  );
}
