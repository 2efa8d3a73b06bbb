import { useFormState } from "~/ui/parts/form";
import { ListCheckbox } from "~/ui/parts/tick";
import { useWords } from "./words/words";

/** The form that acts on several alerts (several-alerts). */
export const bulkAlertFormName = "several";
const box = "alert-";

/** Returns the alert to which a checkbox belongs; null when the field is another one. */
export const alertIdOfCheckbox = (name: string): string | null =>
  name.startsWith(box) ? name.slice(box.length) : null;

/** A checkbox in an alert's row that belongs to the form below the lists. */
export function AlertCheckbox({ alert: { id, title } }: { alert: { id: string; title: string } }) {
  const { t } = useWords();
  const kept = useFormState(bulkAlertFormName)?.values ?? {};
  const name = `${box}${id}`;
  return (
    <ListCheckbox form={bulkAlertFormName} name={name} label={t("several.choose", { title })} checked={name in kept} />
  );
}
