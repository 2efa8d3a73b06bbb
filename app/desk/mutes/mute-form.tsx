import type { MuteSubject } from "~/rules/settling/mute-input";
import { Button } from "../parts/button";
import { TextField } from "../parts/field";
import { ButtonForm, PostForm, useFormState } from "../parts/form";
import { Fold } from "../parts/list";
import { Notice } from "../parts/notice";
import { TimeText } from "../parts/time-text";
import { useViewer } from "../parts/viewer";

interface MuteFormProps {
  /** Where it posts, as the form `mute` or `unmute`; empty = this page. */
  action: string;
  subject: MuteSubject;
  mutedUntil: number | null;
}

const things: Record<MuteSubject["kind"], string> = {
  page: "everything",
  component: "this component",
  source: "this source",
  monitor: "this monitor",
  heartbeat: "this heartbeat",
};

/** Offered while typing; any number up to a week may be typed. */
const lengths = ["15", "30", "60", "120", "240", "480", "1440"];

const isMutedAt = (mutedUntil: number | null, now: number): mutedUntil is number =>
  mutedUntil !== null && mutedUntil > now;

/** Ends a mute before its time. */
export function UnmuteButton({ action, subject }: Omit<MuteFormProps, "mutedUntil">) {
  return (
    <ButtonForm name="unmute" {...(action ? { action } : {})}>
      <Button label={`Unmute ${things[subject.kind]}`}>Unmute</Button>
    </ButtonForm>
  );
}

/** Silences messages and new incidents for a while; when it is muted: until when, and the button that ends it. */
export function MuteForm({ action, subject, mutedUntil }: MuteFormProps) {
  const { now } = useViewer();
  const muted = isMutedAt(mutedUntil, now);
  return (
    <div className="grid gap-3">
      {muted ? (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p>
            Muted until <TimeText at={mutedUntil} />
          </p>
          <UnmuteButton action={action} subject={subject} />
        </div>
      ) : null}
      <Fold title={muted ? "Change the mute" : `Mute ${things[subject.kind]}`} open={useFormState("mute") !== null}>
        <PostForm name="mute" {...(action ? { action } : {})}>
          <p className="max-w-prose text-soft">
            Muting stops team notifications and new incidents; statuses still change. It ends automatically; alerts
            still firing then notify the team and open incidents.
          </p>
          <TextField
            name="minutes"
            type="number"
            label="Duration (minutes)"
            hint="Up to 10,080 (one week)."
            value="60"
            suggestions={lengths}
            required
          />
          <TextField name="reason" label="Why" hint="Recorded in the audit log; up to 200 characters." />
          <div>
            <Button>{`Mute ${things[subject.kind]}`}</Button>
          </div>
        </PostForm>
      </Fold>
    </div>
  );
}

interface PageMuteProps {
  action: string;
  pageId: string;
  mute: { until: number; by: string | null; reason: string | null };
  editable: boolean;
}

/** At the top of Now while everything is muted. */
export function PageMute({ action, pageId, mute, editable }: PageMuteProps) {
  return (
    <Notice>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p>
          <strong>Everything is muted</strong> until <TimeText at={mute.until} />
          {mute.by === null ? null : (
            <>
              {" "}
              by <bdi>{mute.by}</bdi>
            </>
          )}
          {mute.reason === null ? null : (
            <>
              : <bdi>{mute.reason}</bdi>
            </>
          )}
          . Nobody is notified and no incidents open; statuses still change.
        </p>
        {editable ? <UnmuteButton action={action} subject={{ kind: "page", id: pageId }} /> : null}
      </div>
    </Notice>
  );
}
