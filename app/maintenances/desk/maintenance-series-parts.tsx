import { useReachTexts } from "~/subscribers/desk/subscriber-texts";
import { Button } from "~/ui/parts/button";
import { CheckboxField } from "~/ui/parts/field";
import { PostForm, useFormState } from "~/ui/parts/form";
import { Fold } from "~/ui/parts/list";
import { useWords } from "./words/words";

interface EndSeriesFormProps {
  version: number;
  /** Number of its scheduled occurrences. */
  planned: number;
  reach: number;
}

/** Cancels the scheduled occurrences; this cannot be undone, so it needs a confirmation. */
export function EndSeriesForm({ version, planned, reach }: EndSeriesFormProps) {
  const { t } = useWords();
  const { reachText } = useReachTexts();
  return (
    <Fold title={t("end.title")} danger open={useFormState("end") !== null}>
      <PostForm name="end" version={version}>
        <CheckboxField
          name="sure"
          label={t("end.sure")}
          hint={planned === 0 ? t("end.none_planned") : t("end.planned", { count: planned })}
          checked={false}
        />
        <CheckboxField name="notify" label={t("notify.label")} hint={reachText(reach)} checked={false} />
        <div>
          <Button look="danger">{t("end.button")}</Button>
        </div>
      </PostForm>
    </Fold>
  );
}
