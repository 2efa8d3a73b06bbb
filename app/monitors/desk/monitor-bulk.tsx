import { allowedCheckIntervalMinutes } from "~/plan/check-intervals";
import { minuteMs } from "~/time/durations";
import { Button } from "~/ui/parts/button";
import { SelectField, TextField } from "~/ui/parts/field";
import { Link } from "~/ui/parts/link";
import { shortDurationText, useTimeZoneHint } from "~/ui/parts/time-text";
import { BulkActionFold } from "~/ui/table/bulk-fold";
import { type TableView, tableViewUrlQuery } from "~/ui/table/table-view";
import { useWords } from "./words/words";

/** Minutes of a mute on offer; any other end is typed. */
const muteMinutes = [30, 60, 240, 1440, 10_080];

/** Value of a mute whose end is typed. */
export const muteUntilValue = "until";

interface MuteBulkActionProps {
  /** Time zone in which its end is typed. */
  zone: string;
}

/** Mutes the selected rows for a while or until a time, and ends their mutes. */
function MuteBulkAction({ zone }: MuteBulkActionProps) {
  const { t, language } = useWords();
  const hint = useTimeZoneHint(zone);
  const lengths = muteMinutes.map((each) => ({
    value: String(each),
    label: shortDurationText(each * minuteMs, language),
  }));
  return (
    <BulkActionFold title={t("bulk.do_mute")} fields={["minutes", "until"]}>
      <SelectField
        name="minutes"
        label={t("bulk.duration")}
        value="60"
        choices={[...lengths, { value: muteUntilValue, label: t("bulk.until_time") }]}
      />
      <TextField name="until" type="datetime-local" label={t("bulk.until")} hint={hint} />
      <DeedButton deed="mute" />
      <DeedButton deed="unmute" />
    </BulkActionFold>
  );
}

type Deed = "pause" | "resume" | "mute" | "unmute" | "set_interval" | "add_tag" | "remove_tag" | "delete";

function DeedButton({ deed }: { deed: Deed }) {
  const { t } = useWords();
  return (
    <Button name="deed" value={deed} look={deed === "delete" ? "danger" : "quiet"}>
      {t(`bulk.do_${deed}`)}
    </Button>
  );
}

function IntervalBulkAction() {
  const { t } = useWords();
  const choices = allowedCheckIntervalMinutes.map((each) => ({
    value: String(each),
    label: t("fact.every", { count: each }),
  }));
  return (
    <BulkActionFold title={t("bulk.interval")} fields={["interval"]}>
      <SelectField name="interval" label={t("bulk.interval")} value="5" choices={choices} />
      <DeedButton deed="set_interval" />
    </BulkActionFold>
  );
}

function TagBulkAction({ tags }: { tags: readonly string[] }) {
  const { t } = useWords();
  return (
    <BulkActionFold title={t("bulk.tags")} fields={["tag"]}>
      <TextField name="tag" label={t("column.tag")} suggestions={tags} required />
      <DeedButton deed="add_tag" />
      <DeedButton deed="remove_tag" />
    </BulkActionFold>
  );
}

/** Actions on the selected monitors, each with its own field. */
export function MonitorBulkActionBar({ tags, zone }: MuteBulkActionProps & { tags: readonly string[] }) {
  return (
    <>
      <DeedButton deed="pause" />
      <DeedButton deed="resume" />
      <MuteBulkAction zone={zone} />
      <IntervalBulkAction />
      <TagBulkAction tags={tags} />
      <DeedButton deed="delete" />
    </>
  );
}

/** Actions on rows that can only be muted and deleted. */
export function ObserverBulkActionBar({ zone }: MuteBulkActionProps) {
  return (
    <>
      <MuteBulkAction zone={zone} />
      <DeedButton deed="delete" />
    </>
  );
}

/** Link to the next rows, after the key of the last one shown. */
export function NextRowsLink({ after, view, label }: { after: string | null; view: TableView; label: string }) {
  if (after === null) return null;
  return (
    <nav aria-label={label}>
      <Link to={tableViewUrlQuery(view, { after })} className="inline-flex min-h-hit items-center">
        {label}
      </Link>
    </nav>
  );
}
