import { NounForm } from "~/desk/parts/noun-form";
import type { ValuesOf } from "~/fields/fields";
import { groupFields } from "../rules/fields";

interface GroupFormProps {
  form: string;
  version?: number;
  values: ValuesOf<typeof groupFields>;
  submit: string;
}

export const GroupForm = (props: GroupFormProps) => <NounForm fields={groupFields} picks={{}} {...props} />;
