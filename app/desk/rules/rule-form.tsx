import { ComponentStatuses } from "../components/component-statuses";
import type { NamedComponent } from "../incidents/incident-form";
import { Button } from "../parts/button";
import { CheckboxField, choicesOf, FieldSet, SelectField, TextArea, TextField } from "../parts/field";
import { PostForm } from "../parts/form";
import { HoldFields } from "../parts/form-part";
import { Card } from "../parts/list";
import { modeWords, severityWords } from "../parts/words";

export interface RuleValues {
  match: { labels?: Record<string, string>; severities?: string[]; title?: string };
  components: Record<string, string>;
  mode: string;
  holdSeconds: number;
  resolveAfterSeconds: number;
  groupBy: string[];
}

interface RuleFormProps {
  form: string;
  version?: number;
  /** The catch-all takes every alert, so it has no match. */
  catchAll: boolean;
  values: RuleValues;
  components: NamedComponent[];
  submit: string;
}

const labelLines = (labels: Record<string, string>) =>
  Object.entries(labels)
    .map(([name, glob]) => `${name}=${glob}`)
    .join("\n");

function MatchFields({ match }: { match: RuleValues["match"] }) {
  return (
    <Card>
      <TextArea
        name="match.labels"
        label="Labels"
        hint="One a line, as service=checkout* (with * and ?). All of them must hold."
        rows={3}
        value={labelLines(match.labels ?? {})}
      />
      <TextField name="match.title" label="Title" hint="With * and ?, as *latency*." value={match.title ?? ""} />
      <FieldSet legend="Severity" hint="None ticked: any.">
        <div className="flex flex-wrap gap-x-6">
          {Object.entries(severityWords).map(([severity, word]) => (
            <CheckboxField
              key={severity}
              name={`severity-${severity}`}
              label={word}
              checked={match.severities?.includes(severity) ?? false}
            />
          ))}
        </div>
      </FieldSet>
    </Card>
  );
}

/** What an alert does: move components at once, and open an incident after the hold. */
export function RuleForm({ form, version, catchAll, values, components, submit }: RuleFormProps) {
  return (
    <PostForm name={form} {...(version === undefined ? {} : { version })} hidden={{ intent: "rule" }}>
      {catchAll ? null : <MatchFields match={values.match} />}
      <Card>
        <ComponentStatuses
          legend="Components it moves"
          hint="At once, while the alert fires."
          components={components}
          chosen={values.components}
          none="Leave alone"
        />
        <SelectField name="mode" label="Incident" choices={choicesOf(modeWords)} value={values.mode} />
        <HoldFields
          hold={values.holdSeconds}
          resolveAfter={values.resolveAfterSeconds}
          holdHint="How long it must fire before an incident opens."
          resolveHint="How long all must be quiet before the incident resolves itself."
        />
        <TextField
          name="groupBy"
          label="Group by labels"
          hint="As cluster, service: one incident per value. Empty: one for all."
          value={values.groupBy.join(", ")}
          spellCheck={false}
        />
      </Card>
      <div>
        <Button look={catchAll ? "quiet" : "primary"}>{submit}</Button>
      </div>
    </PostForm>
  );
}
