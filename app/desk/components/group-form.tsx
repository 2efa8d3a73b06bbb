import type { ValuesOf } from "~/fields/fields";
import { groupFields } from "~/rules/components/fields";
import { NounForm } from "../parts/noun-form";

interface GroupFormProps {
  form: string;
  version?: number;
  values: ValuesOf<typeof groupFields>;
  submit: string;
}

export const GroupForm = (props: GroupFormProps) => <NounForm fields={groupFields} picks={{}} {...props} />;
