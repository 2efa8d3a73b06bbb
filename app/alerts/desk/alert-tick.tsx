import { useFormState } from "~/ui/parts/form";
import { ListCheckbox } from "~/ui/parts/tick";
import { useWords } from "./words/words";

/** The form that acts on several alerts (several-alerts). */
export const bulkAlertFormName = "several";
const box = "alert-";

export const alertCheckboxName = (id: string): string => `${box}${id}`;

/** Returns the alert to which a checkbox belongs; null when the field is another one. */
export const alertIdOfCheckbox = (name: string): string | null =>
  name.startsWith(box) ? name.slice(box.length) : null;

/** Returns a function that is true for alerts whose boxes were ticked in the form that was just refused. */
export function useTickedAlerts(): (id: string) => boolean {
  const kept = useFormState(bulkAlertFormName)?.values ?? {};
  return (id) => alertCheckboxName(id) in kept;
}

/** A checkbox in an alert's row that belongs to the form below the lists. */
export function SelectAlertCheckbox({ alert: { id, title } }: { alert: { id: string; title: string } }) {
  const { t } = useWords();
  const isKept = useTickedAlerts();
  return (
    <ListCheckbox
      form={bulkAlertFormName}
      name={alertCheckboxName(id)}
      label={t("several.choose", { title })}
      checked={isKept(id)}
    />
  );
}
