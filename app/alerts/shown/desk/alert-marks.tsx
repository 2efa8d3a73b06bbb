import { isPartWordKey, useWords as usePartWords } from "~/ui/parts/part-words";
import { Tag } from "~/ui/parts/status-mark";
import { useWords } from "../../desk/words/words";

interface AlertStateTagProps {
  alert: { state: string; dismissedAt: number | null; flappingSince?: number | null };
}

export function AlertStateTag({ alert }: AlertStateTagProps) {
  const { t } = useWords();
  if (alert.dismissedAt !== null) return <Tag>{t("state.dismissed")}</Tag>;
  if (alert.state === "firing") {
    return <Tag tone="alarm">{t(alert.flappingSince ? "state.flapping" : "state.firing")}</Tag>;
  }
  return <Tag tone="good">{t("state.recovered")}</Tag>;
}

/** Shows the severity that its tool gave, translated if we have a word for it. */
export function AlertSeverityText({ severity }: { severity: string | null }) {
  const { t } = usePartWords();
  if (!severity) return null;
  return <span>{isPartWordKey("severity", severity) ? t(`severity.${severity}`) : severity}</span>;
}
