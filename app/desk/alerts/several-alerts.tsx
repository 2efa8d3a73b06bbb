import { Button } from "../parts/button";
import { CheckboxField, TextField } from "../parts/field";
import { PostForm, useFormState } from "../parts/form";
import { Tick } from "../parts/tick";
import { Unfold } from "../parts/unfold";
import { useWords } from "./words";

const form = "several";
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

/** What is done to all that are ticked above: acknowledged at once; dismissed only where that was meant. */
export function SeveralAlerts({ slug }: { slug: string }) {
  const { t } = useWords();
  const state = useFormState(form);
  return (
    <PostForm
      id={form}
      name={form}
      action={`/manage/${slug}?index`}
      label={t("several.form")}
      className="flex flex-wrap items-start gap-3"
    >
      <Button name="intent" value="acknowledge-several">
        {t("several.acknowledge")}
      </Button>
      <Unfold label={t("several.dismiss")} about={t("several.form")} open={state?.values.intent === "dismiss-several"}>
        <TextField name="reason" label={t("dismiss.reason")} hint={t("several.dismiss_about")} />
        <CheckboxField name="sure" label={t("several.sure")} checked={false} />
        <div>
          <Button look="danger" name="intent" value="dismiss-several">
            {t("several.dismiss_button")}
          </Button>
        </div>
      </Unfold>
    </PostForm>
  );
}
