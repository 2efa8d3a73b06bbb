import { MovingFields } from "~/alert-rules/desk/moving-fields";
import type { WatchChoice } from "~/alert-rules/desk/watch-choices";
import type { FormValues } from "~/fields/fields";
import type { SettingField } from "~/fields/setting";
import { Button } from "~/ui/parts/button";
import type { FieldChoice } from "~/ui/parts/field";
import { PostForm, useFormState } from "~/ui/parts/form";
import { FormSection, Pair } from "~/ui/parts/form-part";
import { Fold } from "~/ui/parts/list";
import { NounFields } from "~/ui/parts/noun-fields";
import { SettingFields, useSettingFields } from "~/ui/parts/setting-fields";
import type { CheckPatience } from "../list-kinds";
import {
  agentField,
  agreeField,
  belongingFields,
  continentsField,
  intervalFieldFrom,
  monitorFields,
  monitorMovingFields,
  monitorNameField,
  patienceFields,
  regionsField,
} from "../rules/fields";
import { useWords } from "./words/words";

const { timeoutSeconds, retries, inARow, ...speedFields } = patienceFields;

const patienceAsked = ({ waits, timed }: CheckPatience): Partial<typeof patienceFields> => ({
  ...(waits ? { timeoutSeconds, retries } : {}),
  inARow,
  ...(timed ? speedFields : {}),
});

export type MonitorValues = FormValues<typeof monitorFields> & { settings: Record<string, unknown> };

interface MonitorFormProps {
  form: string;
  /** Address that it posts to, when that names the kind; default: this page. */
  action?: string;
  version?: number;
  hidden?: Record<string, string>;
  values: MonitorValues;
  settingFields: SettingField[];
  kind: string;
  patience: CheckPatience;
  /** Shortest interval of its kind, in minutes. */
  leastInterval: number;
  /** True when Globalping's probes can check its kind. */
  asksProbes: boolean;
  components: WatchChoice[];
  /** The monitors on which it may depend. */
  others: FieldChoice[];
  /** Agents that may check it; none when its kind is only checked from here. */
  agents: FieldChoice[];
  /** True when it can be checked from here: other places can then be asked as well. */
  here: boolean;
  submit: string;
  primary?: boolean;
}

const isSaid = (field: SettingField, value: unknown): boolean =>
  value !== undefined && value !== null && String(value) !== (field.preset ?? "");

/** Most fields that are shown without folding. */
const fewChoicesCount = 8;

/**
 * Required fields first. The others are folded when there are many; the fold is open when one of them is set or
 * refused.
 */
function WhatToLookAt({ form, values, fields }: { form: string; values: MonitorValues; fields: SettingField[] }) {
  const { t } = useWords();
  const errors = useFormState(form)?.errors ?? {};
  const more = fields.filter((field) => !field.required);
  const open = more.some((field) => `settings.${field.name}` in errors || isSaid(field, values.settings[field.name]));
  const rest = (
    <div className="grid gap-5 sm:grid-cols-2 sm:items-end [&>:has(textarea)]:col-span-full">
      <SettingFields fields={more} values={values.settings} />
    </div>
  );
  return (
    <FormSection title={t("form.target")}>
      <NounFields fields={monitorNameField} values={values} picks={{}} />
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
  const { components, others, agents, here, submit, primary, ...rest } = more;
  // For a vendor, components may stay unaffected, with the vendor's status beside them.
  const hint = kind === "vendor" ? { says: { hint: t("form.beside") } } : {};
  const moving = { ...monitorMovingFields, components: { ...monitorMovingFields.components, ...hint } };
  const refused = useFormState(form) !== null;
  const note = <p className="max-w-prose text-soft">{t("form.agent_alone")}</p>;
  return (
    <PostForm name={form} fields={{ ...monitorFields, ...useSettingFields(settingFields) }} {...rest}>
      <WhatToLookAt form={form} values={values} fields={settingFields} />
      <FormSection title={t("form.interval")}>
        {agents.length > 0 ? <NounFields fields={agentField} values={values} picks={{ agentId: agents }} /> : null}
        <NounFields fields={intervalFieldFrom(leastInterval)} values={values} picks={{}} />
        <Pair>
          <NounFields fields={patienceAsked(patience)} values={values} picks={{}} />
        </Pair>
        {here ? (
          <Fold title={t("form.elsewhere")} open={refused || values.regions.length + values.continents.length > 0}>
            {agents.length > 0 && note}
            <NounFields fields={regionsField} values={values} picks={{}} />
            {asksProbes ? <NounFields fields={continentsField} values={values} picks={{}} /> : null}
            <NounFields fields={agreeField} values={values} picks={{}} />
          </Fold>
        ) : (
          note
        )}
      </FormSection>
      <FormSection title={t("form.effect")}>
        <MovingFields fields={moving} values={values} components={components} />
      </FormSection>
      <FormSection title={t("form.belonging")}>
        <NounFields fields={belongingFields} values={values} picks={{ dependsOn: others }} />
        <div>
          <Button look={primary ? "primary" : "quiet"}>{submit}</Button>
        </div>
      </FormSection>
    </PostForm>
  );
}
