import type { ReachRange } from "~/usecases/subscribers/reach-range";
import { ComponentStatuses } from "../components/component-statuses";
import { Button, EnterButton } from "../parts/button";
import { CheckboxField, choicesOf, SelectField, TextField } from "../parts/field";
import { PostForm } from "../parts/form";
import { Card } from "../parts/list";
import { MarkdownField } from "../parts/markdown-field";
import { zoneHint } from "../parts/time-text";
import { impactWords, incidentStatusWords } from "../parts/words";
import { reachRange } from "../subscribers/subscriber-words";
import { type NamedTemplate, TemplatePicker } from "../templates/template-picker";

export interface NamedComponent {
  id: string;
  name: string;
}

export const impactChoices = [{ value: "", label: "By its components" }, ...choicesOf(impactWords).reverse()];

interface IncidentFormProps {
  components: NamedComponent[];
  zone: string;
  reach: ReachRange;
  templates: NamedTemplate[];
}

/** A new incident: what happened, what it touches, who is told. */
export function IncidentForm({ components, zone, reach, templates }: IncidentFormProps) {
  const { resolved: _closed, ...openStatuses } = incidentStatusWords;
  return (
    <PostForm name="open">
      <EnterButton name="intent" value="preview" />
      <Card>
        <TemplatePicker templates={templates} />
        <TextField name="title" label="Title" hint="What visitors notice, in their words." required />
        <SelectField name="status" label="Status" choices={choicesOf(openStatuses)} value="investigating" />
        <MarkdownField name="body" label="What do you know?" />
        <ComponentStatuses
          legend="What it touches"
          hint="An incident needs components or an impact of its own."
          components={components}
          chosen={{}}
          none="Not affected"
        />
        <SelectField name="impactOverride" label="Impact" choices={impactChoices} optional />
        <TextField
          name="startedAt"
          type="datetime-local"
          label="Began at"
          hint={`${zoneHint(zone)} Empty means now.`}
        />
        <CheckboxField
          name="notify"
          label="Tell subscribers"
          hint={`${reachRange(reach.least, reach.most)} Off: it shows on the page, nobody is told.`}
          checked
        />
      </Card>
      <div className="flex flex-wrap gap-3">
        <Button look="primary" name="intent" value="publish">
          Publish
        </Button>
        <Button name="intent" value="draft">
          Save as draft
        </Button>
        <Button name="intent" value="preview">
          Preview
        </Button>
      </div>
    </PostForm>
  );
}
