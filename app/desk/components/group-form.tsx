import { groupFields } from "~/rules/components/fields";
import type { ValuesOf } from "~/rules/fields/fields";
import { Button } from "../parts/button";
import { PostForm } from "../parts/form";
import { Card } from "../parts/list";
import { NounFields } from "../parts/noun-fields";

interface GroupFormProps {
  form: string;
  version?: number;
  values: ValuesOf<typeof groupFields>;
  submit: string;
}

export function GroupForm({ form, version, values, submit }: GroupFormProps) {
  return (
    <PostForm name={form} {...(version === undefined ? {} : { version })}>
      <Card>
        <NounFields fields={groupFields} values={values} picks={{}} />
      </Card>
      <div>
        <Button look="primary">{submit}</Button>
      </div>
    </PostForm>
  );
}
