import { Button } from "~/ui/parts/button";
import { CheckboxField, TextField } from "~/ui/parts/field";
import { PostForm, useFormState } from "~/ui/parts/form";
import { ButtonFold } from "~/ui/parts/unfold";
import { bulkAlertFormName } from "./alert-tick";
import { useWords } from "./words/words";

export function AcknowledgeSelectedButton() {
  const { t } = useWords();
  return (
    <Button name="intent" value="acknowledge-several">
      {t("several.acknowledge")}
    </Button>
  );
}

/** Fields and button that dismiss ticked alerts, which has to be confirmed. */
export function DismissSelectedFields() {
  const { t } = useWords();
  return (
    <>
      <TextField name="reason" label={t("dismiss.reason")} hint={t("several.dismiss_about")} />
      <CheckboxField name="sure" label={t("several.sure")} checked={false} />
      <div>
        <Button look="danger" name="intent" value="dismiss-several">
          {t("several.dismiss_button")}
        </Button>
      </div>
    </>
  );
}

/** Acts on all alerts that are ticked above: acknowledging is done at once, dismissing only after confirmation. */
export function AlertBulkActionBar({ slug }: { slug: string }) {
  const { t } = useWords();
  const state = useFormState(bulkAlertFormName);
  return (
    <PostForm
      id={bulkAlertFormName}
      name={bulkAlertFormName}
      action={`/manage/${slug}?index`}
      label={t("several.form")}
      className="flex flex-wrap items-start gap-3"
    >
      <AcknowledgeSelectedButton />
      <ButtonFold
        label={t("several.dismiss")}
        about={t("several.form")}
        open={state?.values.intent === "dismiss-several"}
      >
        <DismissSelectedFields />
      </ButtonFold>
    </PostForm>
  );
}
