import { ComponentStatuses } from "../components/component-statuses";
import { Button, EnterButton } from "../parts/button";
import { choicesOf, FieldSet, SelectField, TextArea, TextField } from "../parts/field";
import { PostForm, useFormState } from "../parts/form";
import { Card } from "../parts/list";
import { zoneHint, zoneName } from "../parts/time-text";
import { incidentStatusWords } from "../parts/words";
import { impactChoices, type NamedComponent } from "./incident-form";

const rowsAtMost = 20;

/** How many updates the form has room for: two, and one more for each press of its button. */
function useRows(): number {
  const typed = Number(useFormState("backfill")?.values.rows);
  return Number.isInteger(typed) ? Math.min(rowsAtMost, Math.max(2, typed)) : 2;
}

function UpdateFields({ name, number, zone }: { name: string; number: number; zone: string }) {
  const { resolved: _last, ...statuses } = incidentStatusWords;
  const first = number === 1 ? "investigating" : "identified";
  return (
    <FieldSet legend={`Update ${number}`}>
      <div className="grid gap-4 border-s-2 border-line ps-4">
        <div className="grid max-w-2xl gap-4 sm:grid-cols-2">
          <SelectField name={`${name}.status`} label="Status" choices={choicesOf(statuses)} value={first} />
          <TextField name={`${name}.shownAt`} type="datetime-local" label={`Said at (${zoneName(zone)})`} />
        </div>
        <TextArea name={`${name}.body`} label="What was said" rows={3} />
      </div>
    </FieldSet>
  );
}

/** An incident of the past: when, what it touched, and what was said in its time. Nobody is told. */
export function IncidentBackfillForm({ components, zone }: { components: NamedComponent[]; zone: string }) {
  const rows = useRows();
  const names = Array.from({ length: rows }, (_, index) => `updates.${index}`);
  const inZone = zoneHint(zone);
  return (
    <PostForm name="backfill" hidden={{ rows: String(rows) }}>
      <EnterButton name="intent" value="backfill" />
      <Card>
        <TextField name="title" label="Title" hint="What visitors noticed, in their words." required />
        <div className="grid max-w-2xl gap-5 sm:grid-cols-2">
          <TextField name="startedAt" type="datetime-local" label="Began at" hint={inZone} required />
          <TextField name="endsAt" type="datetime-local" label="Over at" hint={inZone} required />
        </div>
        <ComponentStatuses
          legend="What it touched"
          hint="From its beginning to its end. Their uptime is counted anew."
          components={components}
          chosen={{}}
          none="Not affected"
        />
        <SelectField name="impactOverride" label="Impact" choices={impactChoices} optional />
      </Card>
      <Card>
        <p className="text-soft">
          What was said while it lasted, each with its own time. What is left empty is left out.
        </p>
        {names.map((name, index) => (
          <UpdateFields key={name} name={name} number={index + 1} zone={zone} />
        ))}
        {rows < rowsAtMost ? (
          <div>
            <Button name="intent" value="more">
              Room for another update
            </Button>
          </div>
        ) : null}
        <TextArea name="resolution" label="When it was over" rows={3} hint="The last word, said at its end." />
      </Card>
      <div>
        <Button look="primary" name="intent" value="backfill">
          Add it to the history
        </Button>
      </div>
    </PostForm>
  );
}
