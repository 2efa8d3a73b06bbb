import type { TeamNotice } from "~/rules/telling/notice";
import { Button } from "../parts/button";
import { CheckboxField, choicesOf, FieldSet, SelectField, TextField } from "../parts/field";
import { PostForm } from "../parts/form";
import { Card } from "../parts/list";
import { type SettingField, SettingFields } from "../parts/setting-fields";
import { severityWords } from "../parts/words";
import { teamNoticeWords } from "./team-words";

interface ChannelFormProps {
  form: string;
  /** Where it posts, when the address says which kind; default: this page. */
  action?: string;
  version?: number;
  hidden?: Record<string, string>;
  values: { name: string; events: string[]; minimumSeverity: string | null; settings: Record<string, unknown> };
  settingFields: SettingField[];
  submit: string;
  primary?: boolean;
}

const severities = { "": "Any", ...severityWords };

function Events({ chosen }: { chosen: string[] }) {
  return (
    <FieldSet legend="What is told here" name="events">
      {(Object.entries(teamNoticeWords) as [TeamNotice, string][]).map(([event, word]) => (
        <CheckboxField key={event} name={`event-${event}`} label={word} checked={chosen.includes(event)} />
      ))}
    </FieldSet>
  );
}

/** Name, settings of its kind, and what it wants to be told. */
export function ChannelForm({ form, values, settingFields, submit, primary, ...rest }: ChannelFormProps) {
  return (
    <PostForm name={form} {...rest}>
      <Card>
        <TextField name="name" label="Name" hint="As your team calls it." value={values.name} required />
        <SettingFields fields={settingFields} values={values.settings} />
      </Card>
      <Card>
        <Events chosen={values.events} />
        <SelectField
          name="minimumSeverity"
          label="From which severity on"
          hint="Alerts below it are not told here. What has no severity always is."
          choices={choicesOf(severities)}
          value={values.minimumSeverity ?? ""}
        />
      </Card>
      <div>
        <Button look={primary ? "primary" : "quiet"}>{submit}</Button>
      </div>
    </PostForm>
  );
}
