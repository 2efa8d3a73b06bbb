import { Button } from "~/ui/parts/button";
import { CheckboxField, TextField } from "~/ui/parts/field";
import { PostForm, useFormState } from "~/ui/parts/form";
import { ButtonFold } from "~/ui/parts/unfold";
import { bulkAlertFormName } from "./alert-tick";
import { useWords } from "./words/words";

/** Buttons for ticked alerts: acknowledging is done at once, dismissing only after confirmation. */
export function BulkAlertButtons() {
  const { t } = useWords();
  const state = useFormState(bulkAlertFormName);
  return (
    <>
      <Button name="intent" value="acknowledge-several">
        {t("several.acknowledge")}
      </Button>
      <ButtonFold
        label={t("several.dismiss")}
        about={t("several.form")}
        open={state?.values.intent === "dismiss-several"}
      >
        <TextField name="reason" label={t("dismiss.reason")} hint={t("several.dismiss_about")} />
        <CheckboxField name="sure" label={t("several.sure")} checked={false} />
        <div>
          <Button look="danger" name="intent" value="dismiss-several">
            {t("several.dismiss_button")}
          </Button>
        </div>
      </ButtonFold>
    </>
  );
}

/** Acts on all alerts that are ticked above. */
export function BulkAlertActions({ slug }: { slug: string }) {
  const { t } = useWords();
  return (
    <PostForm
      id={bulkAlertFormName}
      name={bulkAlertFormName}
      action={`/manage/${slug}?index`}
      label={t("several.form")}
      className="flex flex-wrap items-start gap-3"
    >
      <BulkAlertButtons />
    </PostForm>
  );
}
