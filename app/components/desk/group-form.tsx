import type { FieldValues } from "~/fields/fields";
import { NounForm } from "~/ui/parts/noun-form";
import { componentGroupFields } from "../rules/fields";

interface ComponentGroupFormProps {
  form: string;
  version?: number;
  values: FieldValues<typeof componentGroupFields>;
  submit: string;
}

export const ComponentGroupForm = (props: ComponentGroupFormProps) => (
  <NounForm fields={componentGroupFields} picks={{}} {...props} />
);
