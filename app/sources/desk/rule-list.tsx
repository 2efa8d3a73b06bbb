import { ruleMatchText } from "~/alert-rules/desk/match-words";
import type { RuleMatchConditions, RuleMode } from "~/alerts/rules/rule-match";
import { incidentModeFields } from "~/moving/rules/fields";
import { Button, ButtonLink } from "~/ui/parts/button";
import { useFieldText } from "~/ui/parts/field-text";
import { ButtonForm } from "~/ui/parts/form";
import { ListPanel, ListRow, ListRowDetail, RowLink } from "~/ui/parts/list";
import { useLanguage } from "~/ui/parts/viewer";
import type { RuleEffectSummary } from "../rules/rule-effect";
import { RuleEffectText } from "./rule-effect-text";
import { useWords } from "./words/words";

interface ListedRule {
  id: string;
  version: number;
  match: RuleMatchConditions;
  mode: RuleMode;
  catchAll: boolean;
  effect: RuleEffectSummary;
}

interface RuleButtonsProps {
  rule: ListedRule;
  /** The rule's match as text. */
  match: string;
  directions: readonly ("up" | "down")[];
  here: string;
}

/** The arrows have columns of their own, so that a row without one of them is as wide as the others. */
function RuleButtons({ rule, match, directions, here }: RuleButtonsProps) {
  const { t } = useWords();
  return (
    <>
      {directions.length === 0 ? null : (
        <span className="grid grid-cols-2 gap-2">
          {directions.map((direction) => (
            <span key={direction} className={direction === "down" ? "col-start-2" : ""}>
              <ButtonForm
                name={`${direction}-${rule.id}`}
                version={rule.version}
                hidden={{ intent: "move-rule", rule: rule.id, direction }}
              >
                <Button label={t(`rule.move_${direction}`, { match })}>{direction === "up" ? "↑" : "↓"}</Button>
              </ButtonForm>
            </span>
          ))}
        </span>
      )}
      <ButtonLink to={`${here}/rules/${rule.id}`} label={t("rule.edit_of", { match })}>
        {t("rule.edit")}
      </ButtonLink>
    </>
  );
}

interface RuleListProps {
  /** The rules in the order in which they are tried, the catch-all last. */
  rules: readonly ListedRule[];
  here: string;
  editable: boolean;
}

/** All rules of a source; each has its form on its own page. */
export function AlertRulesPanel({ rules, here, editable }: RuleListProps) {
  const { t } = useWords();
  const language = useLanguage();
  const modes = useFieldText(incidentModeFields.mode).choices;
  const lastMovable = rules.filter(({ catchAll }) => !catchAll).length - 1;
  const directionsOf = (index: number) => [
    ...(index > 0 && index <= lastMovable ? (["up"] as const) : []),
    ...(index < lastMovable ? (["down"] as const) : []),
  ];
  return (
    <ListPanel>
      {rules.map((rule, index) => {
        const match = rule.catchAll ? t("rule.catch_all") : ruleMatchText(rule.match, language);
        const buttons = editable ? (
          <RuleButtons rule={rule} match={match} here={here} directions={directionsOf(index)} />
        ) : null;
        return (
          <ListRow key={rule.id} actions={buttons}>
            {editable ? (
              <RowLink to={`${here}/rules/${rule.id}`}>{match}</RowLink>
            ) : (
              <span className="font-medium wrap-anywhere">{match}</span>
            )}
            <ListRowDetail>
              <RuleEffectText effect={rule.effect} />
              <span>{modes[rule.mode]}</span>
              {rule.catchAll ? <span>{t("rule.catch_all_about")}</span> : null}
            </ListRowDetail>
          </ListRow>
        );
      })}
    </ListPanel>
  );
}
