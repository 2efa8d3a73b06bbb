import { ComponentStatuses } from "../components/component-statuses";
import { Button } from "../parts/button";
import { CheckboxField, SelectField, TextField } from "../parts/field";
import { ButtonForm, PostForm, useFormState } from "../parts/form";
import { Fold } from "../parts/list";
import { Notice } from "../parts/notice";
import { reachText } from "../subscribers/subscriber-words";
import { impactChoices, type NamedComponent } from "./incident-form";

/** A draft waits for its one button, which says how many people it tells. */
export function DraftButton({ version, title, reach }: { version: number; title: string; reach: number }) {
  return (
    <ButtonForm name="publish" version={version} hidden={{ chooses: "notify" }} className="grid gap-2">
      <CheckboxField name="notify" label="Tell subscribers" hint={reachText(reach)} checked />
      <div>
        <Button look="primary" label={`Publish ${title}`}>
          Publish
        </Button>
      </div>
    </ButtonForm>
  );
}

export function AllRecovered() {
  return (
    <Notice>
      All alerts have recovered. Somebody changed this incident by hand, so it does not resolve itself: post an update
      with the status Resolved.
    </Notice>
  );
}

interface EditIncidentProps {
  version: number;
  title: string;
  impactOverride: string | null;
  components: NamedComponent[];
  chosen: Record<string, string>;
  resolved: boolean;
}

export function EditIncident({ version, title, impactOverride, components, chosen, resolved }: EditIncidentProps) {
  return (
    <Fold title="Edit title, impact and components" open={useFormState("edit") !== null}>
      <PostForm name="edit" version={version}>
        <TextField name="title" label="Title" value={title} required />
        <SelectField name="impactOverride" label="Impact" choices={impactChoices} value={impactOverride ?? ""} />
        <ComponentStatuses
          legend="Components"
          {...(resolved ? { hint: "As they were from its start to its end. Their uptime is counted anew." } : {})}
          components={components}
          chosen={chosen}
          none="Not affected"
        />
        <div>
          <Button>Save</Button>
        </div>
      </PostForm>
    </Fold>
  );
}

export function Withdraw({ version }: { version: number }) {
  return (
    <Fold title="Withdraw this incident" open={useFormState("withdraw") !== null}>
      <PostForm name="withdraw" version={version}>
        <CheckboxField
          name="sure"
          label="Yes, take it off the page, every feed and the history"
          hint="For the wrong page or a wrong name. Its address answers 410; the audit log keeps it."
          checked={false}
        />
        <div>
          <Button look="danger">Withdraw the incident</Button>
        </div>
      </PostForm>
    </Fold>
  );
}

export function Dismiss({ version }: { version: number }) {
  return (
    <ButtonForm name="dismiss" version={version}>
      <Button look="danger">Dismiss the draft</Button>
    </ButtonForm>
  );
}
