import { Button } from "../parts/button";
import { CheckboxField, type Choice, choicesOf, SelectField, TextArea, TextField } from "../parts/field";
import { PostForm } from "../parts/form";
import { Card } from "../parts/list";
import { zoneHint } from "../parts/time-text";
import { settableStatusWords } from "../parts/words";

export interface ComponentValues {
  name: string;
  description: string;
  groupId: string;
  startDate: string;
  shownWhen: string;
  showUptime: boolean;
}

interface ComponentFormProps {
  form: string;
  version?: number;
  values: ComponentValues;
  groups: { id: string; name: string }[];
  submit: string;
}

const shownWhenWords = { always: "Always", affected: "Only while something is wrong with it" };

export function ComponentForm({ form, version, values, groups, submit }: ComponentFormProps) {
  const groupChoices: Choice[] = [
    { value: "", label: "No group" },
    ...groups.map((group) => ({ value: group.id, label: group.name })),
  ];
  return (
    <PostForm name={form} {...(version === undefined ? {} : { version })}>
      <Card>
        <TextField
          name="name"
          label="Name"
          hint="A part of your service as visitors call it."
          value={values.name}
          required
        />
        <TextArea name="description" label="About" rows={2} value={values.description} />
        <SelectField name="groupId" label="Group" choices={groupChoices} value={values.groupId} />
        <TextField
          name="startDate"
          type="date"
          label="Began on"
          hint="Before this day the page says no data."
          value={values.startDate}
        />
        <SelectField name="shownWhen" label="Shown" choices={choicesOf(shownWhenWords)} value={values.shownWhen} />
        <CheckboxField name="showUptime" label="Show its uptime" checked={values.showUptime} />
      </Card>
      <div>
        <Button look="primary">{submit}</Button>
      </div>
    </PostForm>
  );
}

/** A person's own word about a component; it stands beside what alerts and incidents say. */
export function ManualStatusForm({ status, zone }: { status: string | null; zone: string }) {
  const choices = [
    { value: "", label: "None: alerts, incidents and maintenance decide" },
    ...choicesOf(settableStatusWords),
  ];
  return (
    <PostForm name="status">
      <Card>
        <SelectField name="status" label="Status set by hand" choices={choices} value={status ?? ""} />
        <TextField name="reason" label="Reason" hint="For your team: it stands here and in the audit log." />
        <TextField
          name="until"
          type="datetime-local"
          label="Ends at"
          hint={`${zoneHint(zone)} Empty: until somebody clears it.`}
        />
      </Card>
      <div>
        <Button look="primary">Set the status</Button>
      </div>
    </PostForm>
  );
}
