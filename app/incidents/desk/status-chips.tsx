import { FieldSet } from "~/ui/parts/field";
import { useForm } from "~/ui/parts/form";
import { fieldId } from "~/ui/parts/form-state";
import { useWords } from "./words/words";

/** Name of the radio buttons, by which the style sheet and the buttons of the sheet find them. */
export const statusFieldName = "status";

interface StatusChipsProps {
  legend: string;
  choices: Readonly<Record<string, string>>;
  /** Present status, which stays unless a person chooses another. */
  value: string;
  /** Status that usually comes next, which is marked. */
  suggested?: string | null;
}

/** Shows the statuses, one press each. The style sheet reads from them what the form shows for a resolved incident. */
export function StatusChips({ legend, choices, value, suggested = null }: StatusChipsProps) {
  const { t } = useWords();
  const { form, state } = useForm();
  const markId = fieldId(form, "status-suggested");
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
              aria-describedby={status === suggested ? markId : undefined}
            />
            <span>{label}</span>
            {status === suggested ? (
              <small id={markId} aria-hidden="true" className="ms-2 text-sm font-normal">
                {t("update.suggested")}
              </small>
            ) : null}
          </label>
        ))}
      </div>
    </FieldSet>
  );
}
