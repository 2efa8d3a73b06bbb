import type { ReactNode } from "react";
import { Button } from "~/ui/parts/button";
import { PostForm, useFormState } from "~/ui/parts/form";
import { Fold } from "~/ui/parts/list";
import { SafeHtml } from "~/ui/parts/markdown-field";
import { NounConflictSection } from "~/ui/parts/noun-conflict";
import { NounFieldControl } from "~/ui/parts/noun-fields";
import { TimeText, useTimeZoneHint } from "~/ui/parts/time-text";
import { useWordTable, type WordTable } from "~/ui/parts/words";
import { updateCorrectionFields } from "../rules/fields";
import { useWords } from "./words/words";

export interface TimelineUpdate {
  id: string;
  status: string;
  body: string;
  bodyHtml: string;
  shownAt: number;
  /** The same instant in the format of a date-and-time field in the page's time zone. */
  shownAtLocal: string;
  author: string;
  /** Earlier versions, newest first. */
  edits: { at: number; author: string; body: string; shownAt: number }[];
  changes: { componentId: string; name: string; from: string; to: string }[];
}

function Changes({ changes }: { changes: TimelineUpdate["changes"] }) {
  const { say } = useWords();
  const statuses = useWordTable("status");
  if (changes.length === 0) return null;
  return (
    <ul className="text-sm text-soft">
      {changes.map((change) => (
        <li key={change.componentId}>
          {say("timeline.change", {
            component: <bdi>{change.name}</bdi>,
            from: statuses[change.from],
            to: statuses[change.to],
          })}
        </li>
      ))}
    </ul>
  );
}

/** Shows earlier versions to the team only; visitors see that it was edited. */
function Edits({ update, about }: { update: TimelineUpdate; about: string }) {
  const { t, say } = useWords();
  const { edits, shownAt } = update;
  if (edits.length === 0) return null;
  const moved = edits.some((each) => each.shownAt !== shownAt);
  return (
    <Fold title={t("timeline.edited", { count: edits.length })} about={about}>
      <ol className="grid grid-cols-1 gap-4">
        {edits.map((edit) => (
          <li key={edit.at} className="grid gap-1">
            <p className="text-sm text-soft">
              {say("timeline.previous", { at: <TimeText at={edit.at} />, author: <bdi>{edit.author}</bdi> })}
            </p>
            <p dir="auto" className="max-w-prose border-s-2 border-line ps-3 break-words whitespace-pre-wrap">
              {edit.body || t("timeline.no_text")}
            </p>
            {moved ? (
              <p className="text-sm text-soft">
                {say("timeline.previous_time", { at: <TimeText at={edit.shownAt} /> })}
              </p>
            ) : null}
          </li>
        ))}
      </ol>
    </Fold>
  );
}

interface EditUpdateProps {
  update: TimelineUpdate;
  about: string;
  version: number;
  zone: string;
}

function EditUpdate({ update, about, version, zone }: EditUpdateProps) {
  const { t } = useWords();
  const form = `edit-${update.id}`;
  const inZone = { hint: useTimeZoneHint(zone) };
  const state = useFormState(form);
  if (state?.conflict) return null;
  return (
    <Fold title={t("correct.title")} about={about} open={state !== null} quiet>
      <PostForm
        name={form}
        fields={updateCorrectionFields}
        version={version}
        hidden={{ intent: "edit-update", updateId: update.id, shownAtWas: update.shownAtLocal }}
      >
        <NounFieldControl fields={updateCorrectionFields} name="body" value={update.body} />
        <NounFieldControl fields={updateCorrectionFields} name="shownAt" value={update.shownAtLocal} says={inZone} />
        <div>
          <Button label={t("correct.save_which", { update: about })}>{t("correct.save")}</Button>
        </div>
      </PostForm>
    </Fold>
  );
}

interface UpdateConflictsProps {
  updates: TimelineUpdate[];
  version: number;
  keepTo: string;
}

/** Shows both versions of an update whose correction lost a race. */
export const UpdateConflictSection = ({ updates, version, keepTo }: UpdateConflictsProps) =>
  updates.map(({ id, body, shownAtLocal }) => {
    const saved = { body, shownAt: shownAtLocal, version };
    return (
      <NounConflictSection
        key={id}
        form={`edit-${id}`}
        saved={saved}
        fields={updateCorrectionFields}
        picks={{}}
        keepTo={keepTo}
      />
    );
  });

interface UpdateEntryProps {
  update: TimelineUpdate;
  version: number;
  zone: string;
  editable: boolean;
  /** Names of its statuses; by default those of an incident. */
  words?: WordTable | undefined;
  /** Its deliveries. */
  children?: ReactNode;
}

export function IncidentUpdateItem({ update, version, zone, editable, words, children }: UpdateEntryProps) {
  const { t, say } = useWords();
  const ofIncident = useWordTable("incident_status");
  const status = (words ?? ofIncident)[update.status] ?? update.status;
  const about = t("timeline.about", { status, time: update.shownAtLocal.replace("T", " ") });
  return (
    <li className="grid grid-cols-1 gap-2 rounded-lg border border-line bg-surface p-4">
      <h3 className="flex flex-wrap items-baseline justify-between gap-2 font-semibold">
        {status}
        <span className="text-sm font-normal text-soft">
          {say("timeline.posted", { at: <TimeText at={update.shownAt} />, author: <bdi>{update.author}</bdi> })}
        </span>
      </h3>
      <SafeHtml html={update.bodyHtml} />
      <Changes changes={update.changes} />
      {children}
      <Edits update={update} about={about} />
      {editable ? <EditUpdate update={update} about={about} version={version} zone={zone} /> : null}
    </li>
  );
}

interface UpdateTimelineProps extends Omit<UpdateEntryProps, "update" | "children"> {
  updates: TimelineUpdate[];
}

/** Lists updates, newest first. */
export const UpdateTimelinePanel = ({ updates, ...rest }: UpdateTimelineProps) => (
  <ol className="grid grid-cols-1 gap-4">
    {updates.map((update) => (
      <IncidentUpdateItem key={update.id} update={update} {...rest} />
    ))}
  </ol>
);
