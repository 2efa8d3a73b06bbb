import { Button } from "~/ui/parts/button";
import { SelectField } from "~/ui/parts/field";
import { BulkActionFold } from "~/ui/table/bulk-fold";
import { AcknowledgeSelectedButton, DismissSelectedFields } from "./several-alerts";
import { useWords } from "./words/words";

/** Lengths of a mute that are offered, in minutes. */
const muteLengths = ["30", "60", "240", "1440", "10080"] as const;

/** Actions on the alerts that are ticked: those of Now, and muting what sends them. */
export function AlertTableActionBar() {
  const { t } = useWords();
  return (
    <>
      <AcknowledgeSelectedButton />
      <BulkActionFold title={t("several.dismiss")} fields={["reason", "sure"]}>
        <DismissSelectedFields />
      </BulkActionFold>
      <BulkActionFold title={t("several.mute_fold")} fields={["minutes"]}>
        <SelectField
          name="minutes"
          label={t("several.mute_for")}
          value="60"
          choices={muteLengths.map((value) => ({ value, label: t(`several.minutes_${value}`) }))}
        />
        <Button name="intent" value="mute-several">
          {t("several.mute")}
        </Button>
      </BulkActionFold>
    </>
  );
}
