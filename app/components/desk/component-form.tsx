import type { FieldValues } from "~/fields/fields";
import { Button } from "~/ui/parts/button";
import { type FieldChoice, fieldChoicesOf, SelectField, TextField } from "~/ui/parts/field";
import { PostForm } from "~/ui/parts/form";
import { Card } from "~/ui/parts/list";
import { NounFieldsForm } from "~/ui/parts/noun-form";
import { useTimeZoneName } from "~/ui/parts/time-text";
import { useWordTable } from "~/ui/parts/words";
import { componentFields } from "../rules/fields";
import { useWords } from "./words/words";

interface ComponentFormProps {
  form: string;
  version?: number;
  values: FieldValues<typeof componentFields>;
  groups: FieldChoice[];
  /** The components that it may depend on. */
  others: FieldChoice[];
  submit: string;
}

export const ComponentForm = ({ groups, others, ...rest }: ComponentFormProps) => (
  <NounFieldsForm fields={componentFields} picks={{ groupId: groups, dependsOn: others }} {...rest} />
);

/** Sets the manual status of a component, which applies together with what alerts and incidents report. */
export function ManualStatusForm({ status, zone }: { status: string | null; zone: string }) {
  const { t } = useWords();
  const zoneName = useTimeZoneName(zone);
  const choices = [{ value: "", label: t("manual.unset") }, ...fieldChoicesOf(useWordTable("settable_status"))];
  return (
    <PostForm name="status">
      <Card>
        <SelectField
          name="status"
          label={t("manual.title")}
          hint={t("manual.none_hint")}
          choices={choices}
          value={status ?? ""}
          labelHidden
        />
        <TextField name="reason" label={t("manual.reason")} hint={t("manual.reason_hint")} />
        <TextField
          name="until"
          type="datetime-local"
          label={t("manual.until")}
          hint={t("manual.until_hint", { zone: zoneName })}
        />
        <div>
          <Button look="primary">{t("manual.button")}</Button>
        </div>
      </Card>
    </PostForm>
  );
}
