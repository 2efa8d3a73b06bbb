import { Link } from "@remix-run/react";
import { modeFields } from "~/rules/alerts/fields";
import type { RuleValues } from "../alert-rules/rule-form";
import { Button } from "../parts/button";
import { useFieldText } from "../parts/field-text";
import { ButtonForm } from "../parts/form";
import { NewAddress, SureFold } from "../parts/form-part";
import { Detail, EmptyState, List, Row, RowLink, Verbatim } from "../parts/list";
import { TimeText } from "../parts/time-text";
import { useLanguage } from "../parts/viewer";
import { matchWords } from "./match-words";
import { isWordOf, useWords } from "./words";

export { matchWords } from "./match-words";

export interface ListedRule extends RuleValues {
  id: string;
  version: number;
  catchAll: boolean;
}

export interface ListedDelivery {
  id: string;
  receivedAt: number;
  outcome: string;
  reason: string | null;
  signals: { key: string; state: string; outcome: string }[];
  /** Its alerts have moved what they move. */
  settled: boolean;
}

export interface SetupStep {
  title: string;
  /** What to do, in words. */
  text: string;
  /** What to paste, exactly. */
  paste?: string;
}

export function Setup({ steps }: { steps: SetupStep[] }) {
  return (
    <ol className="grid gap-4">
      {steps.map((step) => (
        <li key={step.title} className="grid gap-2">
          <h3 className="font-medium">{step.title}</h3>
          {step.text ? <p className="text-soft">{step.text}</p> : null}
          {step.paste ? <Verbatim label={step.title}>{step.paste}</Verbatim> : null}
        </li>
      ))}
    </ol>
  );
}

interface RuleButtonsProps {
  rule: ListedRule;
  /** What it takes, in words. */
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
  const modes = useFieldText(modeFields.mode).choices;
  if (rules.length === 0) return <p className="text-soft">{t("rule.none")}</p>;
  return (
    <List>
      {rules.map((rule, index) => {
        const match = matchWords(rule.match, language);
        const count = Object.keys(rule.components).length;
        return (
          <Row
            key={rule.id}
            actions={
              editable ? (
                <RuleButtons rule={rule} match={match} first={index === 0} last={index === rules.length - 1} />
              ) : null
            }
          >
            <RowLink to={`${here}/rules/${rule.id}`}>{match}</RowLink>
            <Detail>
              <span>{modes[rule.mode]}</span>
              <span>{count === 0 ? t("rule.changes_none") : t("rule.changes", { count })}</span>
            </Detail>
          </Row>
        );
      })}
    </List>
  );
}

export function DeliveryList({ deliveries, here }: { deliveries: ListedDelivery[]; here: string }) {
  const { t } = useWords();
  if (deliveries.length === 0) {
    return <EmptyState title={t("delivery.none")} about={t("delivery.none_about")} />;
  }
  return (
    <List>
      {deliveries.map((delivery) => (
        <Row key={delivery.id}>
          <Link to={`${here}/deliveries/${delivery.id}`} className="-my-2.5 inline-flex min-h-11 w-fit items-center">
            <TimeText at={delivery.receivedAt} exact />
          </Link>
          <Detail>
            <span>{t("delivery.received")}</span>
            <span>
              {delivery.reason
                ? t("delivery.rejected", { reason: delivery.reason })
                : t("delivery.read", { count: delivery.signals.length })}
            </span>
            <span>{t(delivery.settled ? "delivery.done" : "delivery.waiting")}</span>
            <span>{isWordOf("outcome", delivery.outcome) ? t(`outcome.${delivery.outcome}`) : delivery.outcome}</span>
          </Detail>
        </Row>
      ))}
    </List>
  );
}

export function SourceDanger({ version }: { version: number }) {
  const { t } = useWords();
  return (
    <>
      <NewAddress version={version} />
      <SureFold
        name="delete"
        version={version}
        title={t("delete.title")}
        label={t("delete.sure")}
        button={t("delete.button")}
      />
    </>
  );
}
