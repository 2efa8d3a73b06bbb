import type { Status } from "~/rules/basics/status";
import { incidentStatusWords, openStatusWords, updateFields } from "~/rules/incidents/fields";
import { Button, EnterButton, PreviewButton } from "../parts/button";
import { CheckboxField, choicesOf, SelectField, TextField } from "../parts/field";
import { PostForm } from "../parts/form";
import { Card } from "../parts/list";
import { Notice } from "../parts/notice";
import { NounField, namedChoices } from "../parts/noun-fields";
import { zoneHint } from "../parts/time-text";
import { layerWords, statusWords } from "../parts/words";
import { reachText } from "../subscribers/subscriber-words";
import { type NamedTemplate, TemplatePicker } from "../templates/template-picker";
import type { NamedComponent } from "./incident-form";

/** A component that will not turn green by resolving, and whose doing that is. */
export interface StaysRed {
  name: string;
  status: Status;
  layers: string[];
}

function StayingRed({ list }: { list: StaysRed[] }) {
  if (list.length === 0) return null;
  return (
    <Notice tone="warning">
      <p className="font-medium">These components will keep their status after you resolve:</p>
      <ul className="list-disc ps-5">
        {list.map((each) => (
          <li key={each.name}>
            {each.name}: {statusWords[each.status]}, by {each.layers.map((layer) => layerWords[layer]).join(" and ")}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

interface UpdateFormProps {
  version: number;
  status: string;
  components: NamedComponent[];
  chosen: Record<string, string>;
  staysRed: StaysRed[];
  zone: string;
  /** Nobody is notified of a draft, and it cannot be resolved. */
  draft: boolean;
  /** How many people it reaches with its components of now. */
  reach: number;
  templates: NamedTemplate[];
}

const resolvingHint = "Resolving clears this incident’s effect on all components.";

const reopenedWords = {
  investigating: "Reopen: Investigating",
  identified: "Reopen: Identified",
  monitoring: "Reopen: Monitoring",
};

/** Post an update; with the status Resolved it closes the incident, on a resolved one another status reopens it. */
export function UpdateForm(props: UpdateFormProps) {
  const { version, status, components, chosen, staysRed, zone, draft, reach, templates } = props;
  const closed = status === "resolved";
  const words = closed ? reopenedWords : draft ? openStatusWords : incidentStatusWords;
  const openHint = draft ? {} : { hint: resolvingHint };
  return (
    <PostForm name="update" version={version}>
      <EnterButton name="intent" value="preview" />
      <Card>
        <TemplatePicker templates={templates} />
        <SelectField
          name="status"
          label={updateFields.status.label}
          choices={choicesOf(words)}
          value={closed ? "investigating" : status}
        />
        <StayingRed list={draft ? [] : staysRed} />
        <NounField fields={updateFields} name="body" value="" says={closed ? { label: "Why is it open again?" } : {}} />
        <NounField
          fields={updateFields}
          name="components"
          value={chosen}
          picks={namedChoices(components)}
          says={closed ? { hint: "As they were before it was resolved." } : openHint}
        />
        <TextField
          name="shownAt"
          type="datetime-local"
          label="Displayed time"
          hint={`${zoneHint(zone)} Empty means now.`}
        />
        <CheckboxField
          name="notify"
          label="Notify subscribers"
          hint={draft ? "Available once the incident is published." : reachText(reach)}
          checked
        />
      </Card>
      <div className="flex flex-wrap gap-3">
        <Button look="primary" name="intent" value="update">
          Post the update
        </Button>
        <PreviewButton />
      </div>
    </PostForm>
  );
}
