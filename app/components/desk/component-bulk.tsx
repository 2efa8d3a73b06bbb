import { minuteMs } from "~/time/durations";
import { useHasRole } from "~/ui/frame/may";
import { Button } from "~/ui/parts/button";
import { type FieldChoice, fieldChoicesOf, SelectField, TextField } from "~/ui/parts/field";
import { shortDurationText, useTimeZoneHint } from "~/ui/parts/time-text";
import { useWordTable } from "~/ui/parts/words";
import { BulkActionFold } from "~/ui/table/bulk-fold";
import { untilValue } from "./bulk-names";
import { useWords } from "./words/words";

/** Minutes on offer; any other end is typed. */
const offeredMinutes = [30, 60, 240, 1440];

interface LengthFieldsProps {
  /** Beginning of the names of its fields. */
  name: "status" | "mute";
  /** Time zone in which an end is typed. */
  zone: string;
  /** Choices before the lengths. */
  first?: FieldChoice[];
}

/** Fields for the end of an action: one of a few lengths, or a time. */
function LengthFields({ name, zone, first = [] }: LengthFieldsProps) {
  const { t, language } = useWords();
  const hint = useTimeZoneHint(zone);
  const lengths = offeredMinutes.map((minutes) => ({
    value: String(minutes),
    label: shortDurationText(minutes * minuteMs, language),
  }));
  const choices = [...first, ...lengths, { value: untilValue, label: t("bulk.until_time") }];
  return (
    <>
      <SelectField
        name={`${name}_minutes`}
        label={t("bulk.length")}
        value={first[0]?.value ?? "60"}
        choices={choices}
      />
      <TextField name={`${name}_until`} type="datetime-local" label={t("bulk.until")} hint={hint} />
    </>
  );
}

function StatusBulkAction({ zone }: { zone: string }) {
  const { t } = useWords();
  const statuses = [...fieldChoicesOf(useWordTable("settable_status")), { value: "", label: t("manual.none") }];
  return (
    <BulkActionFold title={t("manual.title")} fields={["status", "status_minutes", "status_until"]}>
      <SelectField name="status" label={t("manual.title")} value="operational" choices={statuses} />
      <LengthFields name="status" zone={zone} first={[{ value: "", label: t("bulk.until_changed") }]} />
      <Button name="deed" value="set_status">
        {t("manual.button")}
      </Button>
    </BulkActionFold>
  );
}

function MuteBulkAction({ zone }: { zone: string }) {
  const { t } = useWords();
  return (
    <BulkActionFold title={t("bulk.mute")} fields={["mute_minutes", "mute_until"]}>
      <LengthFields name="mute" zone={zone} />
      <Button name="deed" value="mute">
        {t("bulk.mute")}
      </Button>
      <Button name="deed" value="unmute">
        {t("bulk.unmute")}
      </Button>
    </BulkActionFold>
  );
}

function GroupBulkAction({ groups }: { groups: readonly { id: string; name: string }[] }) {
  const { t } = useWords();
  const choices = [
    ...groups.map(({ id, name }) => ({ value: id, label: name })),
    { value: "", label: t("bulk.no_group") },
  ];
  return (
    <BulkActionFold title={t("bulk.group")} fields={["group"]}>
      <SelectField name="group" label={t("group.title")} choices={choices} value={choices[0]?.value ?? ""} />
      <Button name="deed" value="regroup">
        {t("bulk.regroup")}
      </Button>
    </BulkActionFold>
  );
}

interface ComponentBulkActionsProps {
  groups: readonly { id: string; name: string }[];
  zone: string;
}

/** Actions on the selected components, each with its own fields; who is no admin sees those that they may do. */
export function ComponentBulkActionBar({ groups, zone }: ComponentBulkActionsProps) {
  const { t } = useWords();
  const admin = useHasRole("admin");
  return (
    <>
      <StatusBulkAction zone={zone} />
      <MuteBulkAction zone={zone} />
      {admin && groups.length > 0 ? <GroupBulkAction groups={groups} /> : null}
      {admin ? (
        <Button name="deed" value="archive" look="danger">
          {t("archive.title")}
        </Button>
      ) : null}
    </>
  );
}
