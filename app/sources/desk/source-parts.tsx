import { ruleMatchText } from "~/alert-rules/desk/match-words";
import type { RuleFormValues } from "~/alert-rules/desk/rule-form";
import { DeleteWatcherSection, UnwatchedComponentsText } from "~/alert-rules/desk/watch-notes";
import { incidentModeFields } from "~/moving/rules/fields";
import { Button } from "~/ui/parts/button";
import { useFieldText } from "~/ui/parts/field-text";
import { ButtonForm } from "~/ui/parts/form";
import { CheckboxConfirmFold } from "~/ui/parts/form-part";
import { List, ListRow, ListRowDetail, RowLink } from "~/ui/parts/list";
import { useLanguage } from "~/ui/parts/viewer";
import { useWords } from "./words/words";

export { ruleMatchText } from "~/alert-rules/desk/match-words";

export interface ListedRule extends RuleFormValues {
  id: string;
  version: number;
  catchAll: boolean;
  /** Names of components that nothing else watches. */
  alone: readonly string[];
}

interface RuleButtonsProps {
  rule: ListedRule;
  /** The rule's match as text. */
  match: string;
  first: boolean;
  last: boolean;
}

function RuleButtons({ rule, match, first, last }: RuleButtonsProps) {
  const { t } = useWords();
  const directions = [...(first ? [] : (["up"] as const)), ...(last ? [] : (["down"] as const))];
  return (
    <>
      {directions.map((direction) => (
        <ButtonForm
          key={direction}
          name={`${direction}-${rule.id}`}
          version={rule.version}
          hidden={{ intent: "move-rule", rule: rule.id, direction }}
        >
          <Button label={t(`rule.move_${direction}`, { match })}>{direction === "up" ? "↑" : "↓"}</Button>
        </ButtonForm>
      ))}
      <ButtonForm name={`delete-${rule.id}`} version={rule.version} hidden={{ intent: "delete-rule", rule: rule.id }}>
        <Button look="danger" label={t("rule.delete_of", { match })}>
          {t("rule.delete")}
        </Button>
      </ButtonForm>
    </>
  );
}

/** The rules before the catch-all, in the order in which they are tried. */
export function RuleList({ rules, here, editable }: { rules: ListedRule[]; here: string; editable: boolean }) {
  const { t } = useWords();
  const language = useLanguage();
  const modes = useFieldText(incidentModeFields.mode).choices;
  if (rules.length === 0) return <p className="text-soft">{t("rule.none")}</p>;
  return (
    <List>
      {rules.map((rule, index) => {
        const match = ruleMatchText(rule.match, language);
        const count = Object.keys(rule.components).length;
        return (
          <ListRow
            key={rule.id}
            actions={
              editable ? (
                <RuleButtons rule={rule} match={match} first={index === 0} last={index === rules.length - 1} />
              ) : null
            }
          >
            <RowLink to={`${here}/rules/${rule.id}`}>{match}</RowLink>
            <ListRowDetail>
              <span>{modes[rule.mode]}</span>
              <span>{count === 0 ? t("rule.changes_none") : t("rule.changes", { count })}</span>
              <UnwatchedComponentsText names={rule.alone} />
            </ListRowDetail>
          </ListRow>
        );
      })}
    </List>
  );
}

/** Fold that rotates the address; hidden while an earlier address still works. */
export function RotateSourceAddressFold({
  version,
  overlaps,
}: {
  version: number;
  overlaps: readonly { what: string }[];
}) {
  const { t } = useWords();
  if (overlaps.some(({ what }) => what === "address")) return null;
  return (
    <CheckboxConfirmFold
      name="rotate"
      version={version}
      title={t("rotate.title")}
      label={t("rotate.sure")}
      hint={t("rotate.hint")}
      button={t("rotate.button")}
      mild
    />
  );
}

/** Section that deletes a source; `alone` lists the components that nothing else watches. */
export function DeleteSourceFold(own: { version: number; alone: readonly string[]; staying: readonly string[] }) {
  const { t } = useWords();
  return (
    <DeleteWatcherSection {...own} title={t("delete.title")} label={t("delete.sure")} button={t("delete.button")} />
  );
}
