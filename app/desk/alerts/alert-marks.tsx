import { Tag } from "../parts/status-mark";
import { useWords } from "./words";

interface StateTagProps {
  alert: { state: string; dismissedAt: number | null };
}

/** Whether it fires, as word and colour. */
export function StateTag({ alert }: StateTagProps) {
  const { t } = useWords();
  if (alert.dismissedAt !== null) return <Tag>{t("state.dismissed")}</Tag>;
  if (alert.state === "firing") return <Tag tone="alarm">{t("state.firing")}</Tag>;
  return <Tag tone="good">{t("state.recovered")}</Tag>;
}

const severities = ["critical", "error", "warning", "info"] as const;

/** As its tool says, in our words where we have one. */
export function Severity({ severity }: { severity: string | null }) {
  const { t } = useWords();
  if (!severity) return null;
  const known = severities.find((each) => each === severity);
  return <span>{known ? t(`severity.${known}`) : severity}</span>;
}
