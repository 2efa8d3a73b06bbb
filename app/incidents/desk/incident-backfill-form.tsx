import type { NamedComponent } from "~/components/list";
import { Button, DefaultSubmitButton } from "~/ui/parts/button";
import { FieldSet, fieldChoicesOf, SelectField, TextArea, TextField } from "~/ui/parts/field";
import { useFieldText } from "~/ui/parts/field-text";
import { PostForm, useFormState } from "~/ui/parts/form";
import { FieldPair } from "~/ui/parts/form-part";
import { Card } from "~/ui/parts/list";
import { fieldChoicesFromNames, NounFieldControl } from "~/ui/parts/noun-fields";
import { useTimeZoneHint, useTimeZoneName } from "~/ui/parts/time-text";
import { incidentBackfillFields, openIncidentStatusField } from "../rules/fields";
import { useWords } from "./words/words";

const maxFormRows = 20;

/** Returns the number of updates in the form: two, and one more for each press of its button. */
function useRows(): number {
  const typed = Number(useFormState("backfill")?.values.rows);
  return Number.isInteger(typed) ? Math.min(maxFormRows, Math.max(2, typed)) : 2;
}

function UpdateFields({ name, number, zone }: { name: string; number: number; zone: string }) {
  const { t } = useWords();
  const statuses = useFieldText(openIncidentStatusField).choices;
  const zoneName = useTimeZoneName(zone);
  const first = number === 1 ? "investigating" : "identified";
  return (
    <FieldSet legend={t("backfill.update", { number })}>
      <div className="grid gap-4 border-s-2 border-line ps-4">
        <FieldPair>
          <SelectField
            name={`${name}.status`}
            label={t("backfill.status")}
            choices={fieldChoicesOf(statuses)}
            value={first}
          />
          <TextField
            name={`${name}.shownAt`}
            type="datetime-local"
            label={t("backfill.posted_at", { zone: zoneName })}
          />
        </FieldPair>
        <TextArea name={`${name}.body`} label={t("backfill.text")} rows={3} />
      </div>
    </FieldSet>
  );
}

/** Adds an incident of the past: when it was, what it affected, and its updates. Nobody is notified. */
export function IncidentBackfillForm({ components, zone }: { components: NamedComponent[]; zone: string }) {
  const { t } = useWords();
  const rows = useRows();
  const names = Array.from({ length: rows }, (_, index) => `updates.${index}`);
  const inZone = { hint: useTimeZoneHint(zone) };
  return (
    <PostForm name="backfill" fields={incidentBackfillFields} hidden={{ rows: String(rows) }}>
      <DefaultSubmitButton name="intent" value="backfill" />
      <Card>
        <NounFieldControl fields={incidentBackfillFields} name="title" value="" />
        <FieldPair>
          <NounFieldControl fields={incidentBackfillFields} name="startedAt" value="" says={inZone} />
          <NounFieldControl fields={incidentBackfillFields} name="endsAt" value="" says={inZone} />
        </FieldPair>
        <NounFieldControl
          fields={incidentBackfillFields}
          name="components"
          value={{}}
          picks={fieldChoicesFromNames(components)}
        />
        <NounFieldControl fields={incidentBackfillFields} name="impactOverride" value={null} />
      </Card>
      <Card>
        <p className="text-soft">{t("backfill.about_updates")}</p>
        {names.map((name, index) => (
          <UpdateFields key={name} name={name} number={index + 1} zone={zone} />
        ))}
        {rows < maxFormRows ? (
          <div>
            <Button name="intent" value="more">
              {t("backfill.add_update")}
            </Button>
          </div>
        ) : null}
        <NounFieldControl fields={incidentBackfillFields} name="resolution" value="" />
        <div>
          <Button look="primary" name="intent" value="backfill">
            {t("backfill.button")}
          </Button>
        </div>
      </Card>
    </PostForm>
  );
}
