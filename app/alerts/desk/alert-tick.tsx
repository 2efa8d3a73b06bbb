import { useFormState } from "~/ui/parts/form";
import { Tick } from "~/ui/parts/tick";
import { useWords } from "./words/words";

/** The form that acts on several alerts (several-alerts). */
export const form = "several";
const box = "alert-";

/** Returns the alert to which a checkbox belongs; null when the field is another one. */
export const alertOfBox = (name: string): string | null => (name.startsWith(box) ? name.slice(box.length) : null);

/** A checkbox in an alert's row that belongs to the form below the lists. */
export function AlertTick({ alert: { id, title } }: { alert: { id: string; title: string } }) {
  const { t } = useWords();
  const kept = useFormState(form)?.values ?? {};
  const name = `${box}${id}`;
  return <Tick form={form} name={name} label={t("several.choose", { title })} checked={name in kept} />;
}
