import { blankOf, type FieldValues } from "~/fields/fields";
import { ReviewButton } from "~/preview/review/desk/review-button";
import { useReachTexts } from "~/subscribers/desk/subscriber-texts";
import type { ReachRange } from "~/subscribers/reach";
import type { Repeat } from "~/time/repeat";
import { Button, PreviewButton } from "~/ui/parts/button";
import { CheckboxField } from "~/ui/parts/field";
import { PostForm } from "~/ui/parts/form";
import { FormSection, Pair } from "~/ui/parts/form-part";
import { NounField, NounFields, namedChoices } from "~/ui/parts/noun-fields";
import { useZoneHint } from "~/ui/parts/time-text";
import { automaticFields, maintenanceFields, tellFields, windowFields, workFields } from "../rules/fields";
import { Dates, overlapIdsOf, useOutlook } from "./maintenance-dates";
import { RepeatFields } from "./maintenance-repeat";
import { useWords } from "./words/words";

export type MaintenanceValues = FieldValues<typeof maintenanceFields>;

/** Initial values of the form, with the reminder that most people want; the API must ask for it. */
export const newMaintenance: MaintenanceValues = { ...blankOf(maintenanceFields), remindDay: true };

interface TimesProps {
  values: MaintenanceValues;
  zone: string;
  /** True when it has started, so that its start cannot be moved. */
  begun: boolean;
}

function Times({ values, zone, begun }: TimesProps) {
  const inZone = { hint: useZoneHint(zone) };
  return (
    <Pair>
      {begun ? null : <NounField fields={windowFields} name="startsAt" value={values.startsAt} says={inZone} />}
      <NounField fields={windowFields} name="endsAt" value={values.endsAt} says={inZone} />
    </Pair>
  );
}

function Tells({ values, reach, planning }: { values: MaintenanceValues; reach: ReachRange; planning: boolean }) {
  const { t } = useWords();
  const { reachRange } = useReachTexts();
  return (
    <FormSection title={t("form.notifications")} note={reachRange(reach)}>
      <div className="grid gap-x-10 sm:grid-cols-2">
        {planning ? <CheckboxField name="tellPlanned" label={t("form.announce")} checked /> : null}
        <NounFields fields={tellFields} values={values} picks={{}} />
        {planning ? null : <CheckboxField name="notify" label={t("form.announce_time")} checked={false} />}
      </div>
    </FormSection>
  );
}

const Alone = ({ values }: { values: MaintenanceValues }) => (
  <FormSection title={useWords().t("form.automation")}>
    <div className="grid gap-1">
      <NounFields fields={automaticFields} values={values} picks={{}} />
    </div>
  </FormSection>
);

/** Texts of its button. */
type Submit = "plan" | "save" | "save_series";

interface MaintenanceFormProps {
  form: string;
  version?: number;
  values: MaintenanceValues;
  components: { id: string; name: string }[];
  zone: string;
  slug: string;
  reach: ReachRange;
  /** Repetition; undefined = a single maintenance that cannot be made to repeat here. */
  repeat?: Repeat | null;
  /** True when the rule of a series is changed. */
  series?: boolean;
  begun?: boolean;
  /** True when saving it announces it. */
  planning?: boolean;
  hidden?: Record<string, string>;
  submit: Submit;
  primary?: boolean;
  /** Id of the maintenance that is changed. */
  edits?: string;
}

interface ButtonsProps {
  form: string;
  submit: Submit;
  primary: boolean;
  planning: boolean;
  edits: string | undefined;
}

function Buttons({ form, submit, primary, planning, edits }: ButtonsProps) {
  const { t } = useWords();
  const warned = (useOutlook(form)?.overlaps.length ?? 0) > 0;
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
 * Form of a maintenance: work, window, components and notifications. Used for a new one, a scheduled one and a series.
 */
export function MaintenanceForm(props: MaintenanceFormProps) {
  const { form, version, values, components, zone, slug, reach, repeat, series = false, hidden, submit } = props;
  const { begun = false, planning = false, primary = false, edits } = props;
  const { t } = useWords();
  const outlook = useOutlook(form);
  const seen: Record<string, string> = outlook ? { seen: overlapIdsOf(outlook.overlaps) } : {};
  return (
    <PostForm
      name={form}
      fields={maintenanceFields}
      {...(version === undefined ? {} : { version })}
      hidden={{ ...hidden, ...seen }}
    >
      <FormSection title={t("form.details")}>
        <NounFields fields={workFields} values={values} picks={{ components: namedChoices(components) }} />
      </FormSection>
      <FormSection title={t("form.when")}>
        <Times values={values} zone={zone} begun={begun} />
        {repeat === undefined ? null : <RepeatFields repeat={repeat} always={series} />}
        {outlook ? <Dates outlook={outlook} slug={slug} /> : null}
      </FormSection>
      <Tells values={values} reach={reach} planning={planning} />
      <Alone values={values} />
      <Buttons form={form} submit={submit} primary={primary} planning={planning} edits={edits} />
    </PostForm>
  );
}
