import { AlertEffectFields } from "~/alert-rules/desk/moving-fields";
import type { WatchedComponentChoice } from "~/alert-rules/desk/watch-choices";
import type { FormValues } from "~/fields/fields";
import { Button } from "~/ui/parts/button";
import { type FieldChoice, fieldRowClass, TextField } from "~/ui/parts/field";
import { useFieldText } from "~/ui/parts/field-text";
import { PostForm } from "~/ui/parts/form";
import { FormSection } from "~/ui/parts/form-part";
import { NounFieldControls } from "~/ui/parts/noun-fields";
import {
  heartbeatAlertEffectFields,
  heartbeatBasicFields,
  heartbeatDependencyField,
  heartbeatFormFields,
  heartbeatGraceField,
  heartbeatPingFields,
  heartbeatScheduleFields,
  pingKeywordFields,
} from "../rules/fields";
import { useWords } from "./words/words";

type HeartbeatFormValues = FormValues<typeof heartbeatFormFields>;

interface HeartbeatFormProps {
  form: string;
  /** Address that it posts to; default: this page. */
  action?: string;
  version?: number;
  values: HeartbeatFormValues;
  components: WatchedComponentChoice[];
  /** Origins on which it may depend. */
  others: FieldChoice[];
  submit: string;
  primary?: boolean;
}

const zoneNames = ["UTC", ...Intl.supportedValuesOf("timeZone")];

/** Fields of the schedule. The other kind's fields are dimmed in browsers that support it; otherwise both are shown. */
function When({ values }: { values: HeartbeatFormValues }) {
  const {
    scheduleKind,
    "schedule.periodSeconds": period,
    "schedule.expression": expression,
    "schedule.timeZone": zone,
  } = heartbeatScheduleFields;
  const { label, hint } = useFieldText(zone);
  return (
    <div className="group/when grid gap-5">
      <NounFieldControls fields={{ scheduleKind }} values={values} picks={{}} />
      <div className="group-has-[option[value=calendar]:checked]/when:hidden group-has-[option[value=cron]:checked]/when:hidden">
        <NounFieldControls fields={{ "schedule.periodSeconds": period }} values={values} picks={{}} />
      </div>
      <div className={`${fieldRowClass} group-has-[option[value=simple]:checked]/when:hidden`}>
        <NounFieldControls fields={{ "schedule.expression": expression }} values={values} picks={{}} />
        <TextField
          name="schedule.timeZone"
          label={label}
          hint={hint}
          value={values["schedule.timeZone"]}
          suggestions={zoneNames}
          spellCheck="false"
          autoComplete="off"
        />
      </div>
    </div>
  );
}

/** Form for name and tags, the schedule, and the effects of a missed ping. */
export function HeartbeatForm({ form, values, components, others, submit, primary, ...rest }: HeartbeatFormProps) {
  const { t } = useWords();
  return (
    <PostForm name={form} fields={heartbeatFormFields} {...rest}>
      <FormSection title={t("form.name")}>
        <NounFieldControls fields={heartbeatBasicFields} values={values} picks={{}} />
      </FormSection>
      <FormSection title={t("form.schedule")}>
        <When values={values} />
        <NounFieldControls fields={heartbeatGraceField} values={values} picks={{}} />
        <div className="grid gap-3">
          <NounFieldControls fields={heartbeatPingFields} values={values} picks={{}} />
        </div>
      </FormSection>
      <FormSection title={t("form.words")} note={t("form.words_about")}>
        <NounFieldControls fields={pingKeywordFields} values={values} picks={{}} />
      </FormSection>
      <FormSection title={t("form.effect")}>
        <AlertEffectFields fields={heartbeatAlertEffectFields} values={values} components={components} />
        <NounFieldControls fields={heartbeatDependencyField} values={values} picks={{ dependsOn: others }} />
        <div>
          <Button look={primary ? "primary" : "quiet"}>{submit}</Button>
        </div>
      </FormSection>
    </PostForm>
  );
}
