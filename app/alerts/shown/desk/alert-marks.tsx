import { isWordOf, useWords as usePartWords } from "~/ui/parts/part-words";
import { Tag } from "~/ui/parts/status-mark";
import { useWords } from "../../desk/words/words";

interface StateTagProps {
  alert: { state: string; dismissedAt: number | null; flappingSince?: number | null };
}

/** Whether it fires, as word and colour. */
export function StateTag({ alert }: StateTagProps) {
  const { t } = useWords();
  if (alert.dismissedAt !== null) return <Tag>{t("state.dismissed")}</Tag>;
  if (alert.state === "firing") {
    return <Tag tone="alarm">{t(alert.flappingSince ? "state.flapping" : "state.firing")}</Tag>;
  }
  return <Tag tone="good">{t("state.recovered")}</Tag>;
}

/** As its tool says, in our words where we have one. */
export function Severity({ severity }: { severity: string | null }) {
  const { t } = usePartWords();
  if (!severity) return null;
  return <span>{isWordOf("severity", severity) ? t(`severity.${severity}`) : severity}</span>;
}
