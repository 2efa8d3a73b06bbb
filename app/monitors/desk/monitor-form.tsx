import { AlertEffectFields } from "~/alert-rules/desk/moving-fields";
import type { WatchedComponentChoice } from "~/alert-rules/desk/watch-choices";
import type { FormValues } from "~/fields/fields";
import type { SettingField } from "~/fields/setting";
import { Button } from "~/ui/parts/button";
import { type FieldChoice, fieldRowClass } from "~/ui/parts/field";
import { PostForm, useFormState } from "~/ui/parts/form";
import { FieldPair, FormSection } from "~/ui/parts/form-part";
import { Fold } from "~/ui/parts/list";
import { NounFieldControl, NounFieldControls } from "~/ui/parts/noun-fields";
import { SettingFields, useSettingFields } from "~/ui/parts/setting-fields";
import type { CheckTimingOptions } from "../list-kinds";
import {
  checkIntervalFieldFrom,
  checkRegionsField,
  checkTimingFields,
  monitorAgentField,
  monitorAlertEffectFields,
  monitorFields,
  monitorMetadataFields,
  monitorNameField,
  probeContinentsField,
  quorumField,
} from "../rules/fields";
import { useWords } from "./words/words";

const { timeoutSeconds, retries, inARow, ...speedFields } = checkTimingFields;

const patienceAsked = ({ waits, timed }: CheckTimingOptions): Partial<typeof checkTimingFields> => ({
  ...(waits ? { timeoutSeconds, retries } : {}),
  inARow,
  ...(timed ? speedFields : {}),
});

export type MonitorFormValues = FormValues<typeof monitorFields> & { settings: Record<string, unknown> };

interface MonitorFormProps {
  form: string;
  /** Address to which the form is posted, when that contains the kind; by default this page. */
  action?: string;
  version?: number;
  hidden?: Record<string, string>;
  values: MonitorFormValues;
  settingFields: SettingField[];
  kind: string;
  patience: CheckTimingOptions;
  /** Shortest interval of its kind, in minutes. */
  leastInterval: number;
  /** True when Globalping's probes can check its kind. */
  asksProbes: boolean;
  components: WatchedComponentChoice[];
  /** The monitors on which it may depend. */
  others: FieldChoice[];
  /** Agents that may check it; none when its kind is only checked from here. */
  agents: FieldChoice[];
  /** True when it can be checked from here, so that other places can give second opinions. */
  here: boolean;
  /** True when an empty name is filled in from its settings. */
  namesItself?: boolean;
  submit: string;
  primary?: boolean;
}

const isSaid = (field: SettingField, value: unknown): boolean =>
  value !== undefined && value !== null && String(value) !== (field.preset ?? "");

/** Most fields that are shown without folding. */
const fewChoicesCount = 8;

interface WhatToLookAtProps extends Pick<MonitorFormProps, "form" | "values" | "namesItself"> {
  fields: SettingField[];
}

/** The name of a new monitor, which may be left to what it checks. */
const unnamedField = { name: { ...monitorNameField.name, required: false } } as const;

/**
 * Required fields come first. The others are folded when there are many; the fold is open when one of them is set or
 * refused.
 */
function WhatToLookAt({ form, values, fields, namesItself = false }: WhatToLookAtProps) {
  const { t } = useWords();
  const errors = useFormState(form)?.errors ?? {};
  const more = fields.filter((field) => !field.required);
  const open = more.some((field) => `settings.${field.name}` in errors || isSaid(field, values.settings[field.name]));
  const rest = (
    <div className={`${fieldRowClass} [&>:has(textarea)]:col-span-full`}>
      <SettingFields fields={more} values={values.settings} />
    </div>
  );
  return (
    <FormSection title={t("form.target")}>
      {namesItself ? (
        <NounFieldControl
          fields={unnamedField}
          name="name"
          value={values.name}
          says={{ hint: t("form.name_itself") }}
        />
      ) : (
        <NounFieldControls fields={monitorNameField} values={values} picks={{}} />
      )}
      <SettingFields fields={fields.filter((field) => field.required)} values={values.settings} />
      {more.length > fewChoicesCount ? (
        <Fold title={t("form.request")} open={open}>
          {rest}
        </Fold>
      ) : (
        more.length > 0 && rest
      )}
    </FormSection>
  );
}

/** Form for the target of a monitor, its interval and its effects. */
export function MonitorForm(props: MonitorFormProps) {
  const { t } = useWords();
  const { form, values, settingFields, kind, patience, leastInterval, asksProbes, ...more } = props;
  const { components, others, agents, here, namesItself, submit, primary, ...rest } = more;
  // For a vendor, components may stay unaffected, with the vendor's status beside them.
  const hint = kind === "vendor" ? { says: { hint: t("form.beside") } } : {};
  const moving = { ...monitorAlertEffectFields, components: { ...monitorAlertEffectFields.components, ...hint } };
  const refused = useFormState(form) !== null;
  const note = <p className="max-w-prose text-soft">{t("form.agent_alone")}</p>;
  return (
    <PostForm name={form} fields={{ ...monitorFields, ...useSettingFields(settingFields) }} {...rest}>
      <WhatToLookAt form={form} values={values} fields={settingFields} namesItself={namesItself} />
      <FormSection title={t("form.interval")}>
        {agents.length > 0 ? (
          <NounFieldControls fields={monitorAgentField} values={values} picks={{ agentId: agents }} />
        ) : null}
        <NounFieldControls fields={checkIntervalFieldFrom(leastInterval)} values={values} picks={{}} />
        <FieldPair>
          <NounFieldControls fields={patienceAsked(patience)} values={values} picks={{}} />
        </FieldPair>
        {here ? (
          <Fold title={t("form.elsewhere")} open={refused || values.regions.length + values.continents.length > 0}>
            {agents.length > 0 && note}
            <NounFieldControls fields={checkRegionsField} values={values} picks={{}} />
            {asksProbes ? <NounFieldControls fields={probeContinentsField} values={values} picks={{}} /> : null}
            <NounFieldControls fields={quorumField} values={values} picks={{}} />
          </Fold>
        ) : (
          note
        )}
      </FormSection>
      <FormSection title={t("form.effect")}>
        <AlertEffectFields fields={moving} values={values} components={components} />
      </FormSection>
      <FormSection title={t("form.belonging")}>
        <NounFieldControls fields={monitorMetadataFields} values={values} picks={{ dependsOn: others }} />
        <div>
          <Button look={primary ? "primary" : "quiet"}>{submit}</Button>
        </div>
      </FormSection>
    </PostForm>
  );
}
