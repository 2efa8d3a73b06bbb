import { useWords } from "./words/words";

/** The plan's load in checks a minute, and its cost. */
export interface PlanUsageView {
  used: number;
  ceiling: number;
  rowsWrittenPerDay: number;
}

/** Rounds checks a minute to one decimal. */
const rate = (value: number): number => Math.round(value * 10) / 10;

export function PlanUsageText({ carry }: { carry: PlanUsageView }) {
  const { t } = useWords();
  const { ceiling, rowsWrittenPerDay: rows } = carry;
  const used = rate(carry.used);
  return rows > 0 ? t("usage.checks_and_rows", { used, ceiling, rows }) : t("usage.checks", { used, ceiling });
}
