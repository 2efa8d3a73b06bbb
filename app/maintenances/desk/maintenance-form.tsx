import { blankFieldValues, type FieldValues } from "~/fields/fields";
import { ReviewButton } from "~/preview/review/desk/review-button";
import { useReachTexts } from "~/subscribers/desk/subscriber-texts";
import type { NotificationReachRange } from "~/subscribers/reach";
import type { MaintenanceRepeat } from "~/time/repeat";
import { Button, PreviewButton } from "~/ui/parts/button";
import { CheckboxField } from "~/ui/parts/field";
import { PostForm } from "~/ui/parts/form";
import { FieldPair, FormSection } from "~/ui/parts/form-part";
import { fieldChoicesFromNames, NounFieldControl, NounFieldControls } from "~/ui/parts/noun-fields";
import { useTimeZoneHint } from "~/ui/parts/time-text";
import {
  maintenanceAutomationFields,
  maintenanceFields,
  maintenanceNotificationFields,
  maintenanceWindowFields,
  maintenanceWorkFields,
} from "../rules/fields";
import { MaintenanceDatesPreviewPanel, overlapKey, useMaintenanceDatesPreview } from "./maintenance-dates";
import { RepeatFields } from "./maintenance-repeat";
import { useWords } from "./words/words";

export type MaintenanceFormValues = FieldValues<typeof maintenanceFields>;

/** Initial values of the form, with the reminder that most people want; the API must ask for it. */
export const newMaintenanceValues: MaintenanceFormValues = { ...blankFieldValues(maintenanceFields), remindDay: true };

interface MaintenanceTimesProps {
  values: MaintenanceFormValues;
  zone: string;
  /** True when it has started, so that its start cannot be moved. */
  begun: boolean;
}

function Times({ values, zone, begun }: MaintenanceTimesProps) {
  const inZone = { hint: useTimeZoneHint(zone) };
  return (
    <FieldPair>
      {begun ? null : (
        <NounFieldControl fields={maintenanceWindowFields} name="startsAt" value={values.startsAt} says={inZone} />
      )}
      <NounFieldControl fields={maintenanceWindowFields} name="endsAt" value={values.endsAt} says={inZone} />
    </FieldPair>
  );
}

function Tells({
  values,
  reach,
  planning,
}: {
  values: MaintenanceFormValues;
  reach: NotificationReachRange;
  planning: boolean;
}) {
  const { t } = useWords();
  const { reachRange } = useReachTexts();
  return (
    <FormSection title={t("form.notifications")} note={reachRange(reach)}>
      <div className="grid gap-x-10 sm:grid-cols-2">
        {planning ? <CheckboxField name="tellPlanned" label={t("form.announce")} checked /> : null}
        <NounFieldControls fields={maintenanceNotificationFields} values={values} picks={{}} />
        {planning ? null : <CheckboxField name="notify" label={t("form.announce_time")} checked={false} />}
      </div>
    </FormSection>
  );
}

const Alone = ({ values }: { values: MaintenanceFormValues }) => (
  <FormSection title={useWords().t("form.automation")}>
    <div className="grid gap-1">
      <NounFieldControls fields={maintenanceAutomationFields} values={values} picks={{}} />
    </div>
  </FormSection>
);

/** Texts of its button. */
type SubmitLabelKey = "plan" | "save" | "save_series";

interface MaintenanceFormProps {
  form: string;
  version?: number;
  values: MaintenanceFormValues;
  components: { id: string; name: string }[];
  zone: string;
  slug: string;
  reach: NotificationReachRange;
  /** Repetition; undefined for a single maintenance window that cannot be repeated here. */
  repeat?: MaintenanceRepeat | null;
  /** True when the rule of a series is changed. */
  series?: boolean;
  begun?: boolean;
  /** True when saving it announces it. */
  planning?: boolean;
  hidden?: Record<string, string>;
  submit: SubmitLabelKey;
  primary?: boolean;
  /** Id of the maintenance that is changed. */
  edits?: string;
}

interface MaintenanceButtonsProps {
  form: string;
  submit: SubmitLabelKey;
  primary: boolean;
  planning: boolean;
  edits: string | undefined;
}

function Buttons({ form, submit, primary, planning, edits }: MaintenanceButtonsProps) {
  const { t } = useWords();
  const warned = (useMaintenanceDatesPreview(form)?.overlaps.length ?? 0) > 0;
  return (
    <div className="flex flex-wrap gap-3">
      <Button look={primary ? "primary" : "quiet"}>{t(warned ? `submit_anyway.${submit}` : `submit.${submit}`)}</Button>
      <Button name="intent" value="dates">
        {t("dates.button")}
      </Button>
      <PreviewButton />
      {planning ? <ReviewButton of="maintenance" /> : null}
      {edits === undefined ? null : <ReviewButton of="maintenance-edit" id={edits} deed={t(`submit.${submit}`)} />}
    </div>
  );
}

/**
 * Shows the form of a maintenance window (work, window, components, notifications), which is used for new and scheduled
 * ones and for series.
 */
export function MaintenanceForm(props: MaintenanceFormProps) {
  const { form, version, values, components, zone, slug, reach, repeat, series = false, hidden, submit } = props;
  const { begun = false, planning = false, primary = false, edits } = props;
  const { t } = useWords();
  const outlook = useMaintenanceDatesPreview(form);
  const seen: Record<string, string> = outlook ? { seen: overlapKey(outlook.overlaps) } : {};
  return (
    <PostForm
      name={form}
      fields={maintenanceFields}
      {...(version === undefined ? {} : { version })}
      hidden={{ ...hidden, ...seen }}
    >
      <FormSection title={t("form.details")}>
        <NounFieldControls
          fields={maintenanceWorkFields}
          values={values}
          picks={{ components: fieldChoicesFromNames(components) }}
        />
      </FormSection>
      <FormSection title={t("form.when")}>
        <Times values={values} zone={zone} begun={begun} />
        {repeat === undefined ? null : <RepeatFields repeat={repeat} always={series} />}
        {outlook ? <MaintenanceDatesPreviewPanel outlook={outlook} slug={slug} /> : null}
      </FormSection>
      <Tells values={values} reach={reach} planning={planning} />
      <Alone values={values} />
      <Buttons form={form} submit={submit} primary={primary} planning={planning} edits={edits} />
    </PostForm>
  );
}
