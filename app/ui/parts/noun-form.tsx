import type { Fields } from "~/fields/fields";
import { Button } from "./button";
import { PostForm } from "./form";
import { Card } from "./list";
import { NounFieldControls, type NounFieldControlsProps } from "./noun-fields";

interface NounFormProps<All extends Fields> extends NounFieldControlsProps<All> {
  form: string;
  /** Version of an existing item. */
  version?: number | undefined;
  submit: string;
}

/** Form of a noun that consists only of its fields. */
export function NounFieldsForm<All extends Fields>({ form, version, submit, ...rest }: NounFormProps<All>) {
  return (
    <PostForm name={form} fields={rest.fields} {...(version === undefined ? {} : { version })}>
      <Card>
        <NounFieldControls {...rest} />
        <div>
          <Button look="primary">{submit}</Button>
        </div>
      </Card>
    </PostForm>
  );
}
