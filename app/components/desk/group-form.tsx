import type { FieldValues } from "~/fields/fields";
import { NounFieldsForm } from "~/ui/parts/noun-form";
import { componentGroupFields } from "../rules/fields";

interface ComponentGroupFormProps {
  form: string;
  version?: number;
  values: FieldValues<typeof componentGroupFields>;
  submit: string;
}

export const ComponentGroupForm = (props: ComponentGroupFormProps) => (
  <NounFieldsForm fields={componentGroupFields} picks={{}} {...props} />
);
