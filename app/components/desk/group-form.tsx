import type { FieldValues } from "~/fields/fields";
import { NounForm } from "~/ui/parts/noun-form";
import { groupFields } from "../rules/fields";

interface GroupFormProps {
  form: string;
  version?: number;
  values: FieldValues<typeof groupFields>;
  submit: string;
}

export const GroupForm = (props: GroupFormProps) => <NounForm fields={groupFields} picks={{}} {...props} />;
