import { StatusBadge } from "~/ui/parts/status-mark";
import type { RuleEffectSummary } from "../rules/rule-effect";
import { useWords } from "./words/words";

/** The components that a rule changes, each with the status that it takes. */
export function RuleEffectText({ effect: { named, more } }: { effect: RuleEffectSummary }) {
  const { t } = useWords();
  if (named.length + more === 0) return <span>{t("rule.changes_none")}</span>;
  return (
    <>
      {named.map(({ id, name, status }) => (
        <span key={id} className="inline-flex min-w-0 flex-wrap gap-x-1.5 text-ink">
          <bdi className="wrap-anywhere">{name}</bdi> <StatusBadge status={status} />
        </span>
      ))}
      {more > 0 ? <span>{t("rule.plus", { count: more })}</span> : null}
    </>
  );
}
