import { blankOf } from "~/rules/fields/fields";
import { openingFields } from "~/rules/incidents/fields";
import type { ReachRange } from "~/usecases/subscribers/reach-range";
import { Button, EnterButton, PreviewButton } from "../parts/button";
import { CheckboxField } from "../parts/field";
import { PostForm } from "../parts/form";
import { Card } from "../parts/list";
import { NounField, NounFields, namedChoices } from "../parts/noun-fields";
import { zoneHint } from "../parts/time-text";
import { reachRange } from "../subscribers/subscriber-words";
import { type NamedTemplate, TemplatePicker } from "../templates/template-picker";

export interface NamedComponent {
  id: string;
  name: string;
}

interface IncidentFormProps {
  components: NamedComponent[];
  zone: string;
  reach: ReachRange;
  templates: NamedTemplate[];
}

const blank = blankOf(openingFields);
const { startedAt, ...said } = openingFields;

/** A new incident: what happened, what it touches, who is told. */
export function IncidentForm({ components, zone, reach, templates }: IncidentFormProps) {
  return (
    <PostForm name="open">
      <EnterButton name="intent" value="preview" />
      <Card>
        <TemplatePicker templates={templates} />
        <NounFields fields={said} values={blank} picks={{ components: namedChoices(components) }} />
        <NounField
          fields={{ startedAt }}
          name="startedAt"
          value={blank.startedAt}
          says={{ hint: `${zoneHint(zone)} Empty means now.` }}
        />
        <CheckboxField
          name="notify"
          label="Notify subscribers"
          hint={`${reachRange(reach.least, reach.most)} Off: it shows on the page, nobody is notified.`}
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
        <PreviewButton />
      </div>
    </PostForm>
  );
}
