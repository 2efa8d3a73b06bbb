import type { ValuesOf } from "~/rules/fields/fields";
import { incidentFields } from "~/rules/incidents/fields";
import { Button } from "../parts/button";
import { CheckboxField } from "../parts/field";
import { ButtonForm, PostForm, useFormState } from "../parts/form";
import { Fold } from "../parts/list";
import { Notice } from "../parts/notice";
import { NounFields, namedChoices } from "../parts/noun-fields";
import { reachText } from "../subscribers/subscriber-words";
import type { NamedComponent } from "./incident-form";

/** A draft waits for its one button, which says how many people it tells. */
export function DraftButton({ version, title, reach }: { version: number; title: string; reach: number }) {
  return (
    <ButtonForm name="publish" version={version} hidden={{ chooses: "notify" }} className="grid gap-2">
      <CheckboxField name="notify" label="Notify subscribers" hint={reachText(reach)} checked />
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
      All alerts have recovered. Because someone edited this incident, it won’t resolve automatically: post an update
      with the status Resolved.
    </Notice>
  );
}

interface EditIncidentProps {
  incident: ValuesOf<typeof incidentFields> & { version: number; resolvedAt: number | null };
  components: NamedComponent[];
}

const { title, impactOverride, components: touched } = incidentFields;
const asItWas = { ...touched, hint: "Their status for the whole incident. Uptime will be recalculated." };

export function EditIncident({ incident, components }: EditIncidentProps) {
  const state = useFormState("edit");
  if (state?.conflict) return null;
  const fields = { title, impactOverride, components: incident.resolvedAt === null ? touched : asItWas };
  return (
    <Fold title="Edit title, impact and components" open={state !== null}>
      <PostForm name="edit" version={incident.version}>
        <NounFields fields={fields} values={incident} picks={{ components: namedChoices(components) }} />
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
          hint="Use this for incidents published by mistake. Its URL will show “no longer available”; the audit log keeps a copy."
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
