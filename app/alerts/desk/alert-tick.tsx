import { useFormState } from "~/ui/parts/form";
import { Tick } from "~/ui/parts/tick";
import { useWords } from "./words/words";

/** What several are acted on with (several-alerts). */
export const form = "several";
const box = "alert-";

/** Whose box a field is; null = it is another field. */
export const alertOfBox = (name: string): string | null => (name.startsWith(box) ? name.slice(box.length) : null);

/** Stands in an alert's row and belongs to the form below the lists. */
export function AlertTick({ alert: { id, title } }: { alert: { id: string; title: string } }) {
  const { t } = useWords();
  const kept = useFormState(form)?.values ?? {};
  const name = `${box}${id}`;
  return <Tick form={form} name={name} label={t("several.choose", { title })} checked={name in kept} />;
}
