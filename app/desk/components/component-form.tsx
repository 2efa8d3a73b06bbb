import { componentFields } from "~/rules/components/fields";
import type { ValuesOf } from "~/rules/fields/fields";
import { Button } from "../parts/button";
import { type Choice, choicesOf, SelectField, TextField } from "../parts/field";
import { PostForm } from "../parts/form";
import { Card } from "../parts/list";
import { NounFields } from "../parts/noun-fields";
import { zoneName } from "../parts/time-text";
import { settableStatusWords } from "../parts/words";
import { useWords } from "./words";

interface ComponentFormProps {
  form: string;
  version?: number;
  values: ValuesOf<typeof componentFields>;
  groups: Choice[];
  submit: string;
}

export function ComponentForm({ form, version, values, groups, submit }: ComponentFormProps) {
  return (
    <PostForm name={form} {...(version === undefined ? {} : { version })}>
      <Card>
        <NounFields fields={componentFields} values={values} picks={{ groupId: groups }} />
      </Card>
      <div>
        <Button look="primary">{submit}</Button>
      </div>
    </PostForm>
  );
}

/** A person's own word about a component; it stands beside what alerts and incidents say. */
export function ManualStatusForm({ status, zone }: { status: string | null; zone: string }) {
  const { t } = useWords();
  const choices = [{ value: "", label: t("manual.none") }, ...choicesOf(settableStatusWords)];
  return (
    <PostForm name="status">
      <Card>
        <SelectField name="status" label={t("manual.title")} choices={choices} value={status ?? ""} />
        <TextField name="reason" label={t("manual.reason")} hint={t("manual.reason_hint")} />
        <TextField
          name="until"
          type="datetime-local"
          label={t("manual.until")}
          hint={t("manual.until_hint", { zone: zoneName(zone) })}
        />
      </Card>
      <div>
        <Button look="primary">{t("manual.button")}</Button>
      </div>
    </PostForm>
  );
}
