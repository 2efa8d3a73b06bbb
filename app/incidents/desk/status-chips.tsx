import { FieldSet } from "~/ui/parts/field";
import { useForm } from "~/ui/parts/form";
import { fieldId } from "~/ui/parts/form-state";

/** Name of the radio buttons, by which the style sheet and the buttons of the sheet find them. */
export const statusFieldName = "status";

interface StatusChipsProps {
  legend: string;
  choices: Readonly<Record<string, string>>;
  value: string;
}

/** Shows the statuses, one press each. The style sheet reads from them what the form shows for a resolved incident. */
export function StatusChips({ legend, choices, value }: StatusChipsProps) {
  const { form, state } = useForm();
  const chosen = state?.values.status ?? value;
  return (
    <FieldSet legend={legend} name={statusFieldName}>
      <div className="flex flex-wrap gap-2">
        {Object.entries(choices).map(([status, label]) => (
          <label key={status} className="status-chip">
            <input
              id={fieldId(form, `status-${status}`)}
              type="radio"
              name={statusFieldName}
              value={status}
              defaultChecked={status === chosen}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </FieldSet>
  );
}
