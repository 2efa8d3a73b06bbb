import { importedMuteUntilMs } from "~/mutes/rules/imported-silence";
import { Button } from "~/ui/parts/button";
import { DurationChips } from "~/ui/parts/duration-chips";
import { TextField } from "~/ui/parts/field";
import { ButtonForm, PostForm, useFormState } from "~/ui/parts/form";
import { Fold } from "~/ui/parts/list";
import { NoticeBanner } from "~/ui/parts/notice";
import { TimeText } from "~/ui/parts/time-text";
import { useViewer } from "~/ui/parts/viewer";
import type { MuteSubject } from "../rules/mute-input";
import { useWords } from "./words/words";

interface MuteFormProps {
  /** Address that it posts to, as the form `mute` or `unmute`; empty = this page. */
  action: string;
  subject: MuteSubject;
  mutedUntil: number | null;
}

/** Minutes that are offered; any number up to a week is accepted. */
const usualMinutes = [15, 30, 60, 120, 240, 480, 1440];

const isMutedAt = (mutedUntil: number | null, now: number): mutedUntil is number =>
  mutedUntil !== null && mutedUntil > now;

/** Button that ends a mute early. */
export function UnmuteButton({ action, subject }: Omit<MuteFormProps, "mutedUntil">) {
  const { t } = useWords();
  return (
    <ButtonForm name="unmute" {...(action ? { action } : {})}>
      <Button label={t(`unmute.${subject.kind}`)}>{t("unmute.button")}</Button>
    </ButtonForm>
  );
}

/**
 * Form that mutes messages and new incidents for a while; when muted, it shows the end and the button to end it now.
 */
export function MuteForm({ action, subject, mutedUntil }: MuteFormProps) {
  const { now } = useViewer();
  const { t, say } = useWords();
  const muted = isMutedAt(mutedUntil, now);
  const wasSent = useFormState("mute") !== null;
  const isImported = mutedUntil === importedMuteUntilMs;
  return (
    <div className="grid gap-3">
      {muted ? (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p>{isImported ? t("state.import") : say("state.until", { until: <TimeText at={mutedUntil} /> })}</p>
          <UnmuteButton action={action} subject={subject} />
        </div>
      ) : null}
      {isImported ? null : (
        <Fold title={t(muted ? "mute.change" : `mute.${subject.kind}`)} open={wasSent}>
          <PostForm name="mute" {...(action ? { action } : {})}>
            <p className="max-w-prose text-soft">{t("mute.about")}</p>
            <DurationChips
              name="minutes"
              label={t("mute.minutes")}
              hint={t("mute.minutes_hint")}
              value="60"
              usual={usualMinutes}
              unit="minutes"
            />
            <TextField name="reason" label={t("mute.reason")} hint={t("mute.reason_hint")} />
            <div>
              <Button>{t(`mute.${subject.kind}`)}</Button>
            </div>
          </PostForm>
        </Fold>
      )}
    </div>
  );
}

interface PageMuteNoticeProps {
  action: string;
  pageId: string;
  mute: { until: number; by: string | null; reason: string | null };
  editable: boolean;
}

/** Notice at the top of the overview while everything is muted. */
export function PageMuteBanner({ action, pageId, mute, editable }: PageMuteNoticeProps) {
  const { t, say } = useWords();
  const told = { what: <strong>{t("state.everything")}</strong>, until: <TimeText at={mute.until} /> };
  return (
    <NoticeBanner>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div>
          <p>
            {mute.by === null
              ? say("state.everything_until", told)
              : say("state.everything_until_by", { ...told, name: <bdi>{mute.by}</bdi> })}
          </p>
          {mute.reason === null ? null : <p>{say("state.reason", { reason: <bdi>{mute.reason}</bdi> })}</p>}
        </div>
        {editable ? <UnmuteButton action={action} subject={{ kind: "page", id: pageId }} /> : null}
      </div>
    </NoticeBanner>
  );
}
