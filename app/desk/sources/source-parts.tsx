import { Link } from "@remix-run/react";
import { modeWords } from "~/rules/alerts/fields";
import type { RuleValues } from "../alert-rules/rule-form";
import { Button } from "../parts/button";
import { ButtonForm } from "../parts/form";
import { NewAddress, SureFold } from "../parts/form-part";
import { Detail, EmptyState, List, Row, RowLink, Verbatim } from "../parts/list";
import { TimeText } from "../parts/time-text";

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

/** What a rule takes, in one line. */
export function matchWords(match: RuleValues["match"]): string {
  const labels = Object.entries(match.labels ?? {}).map(([name, glob]) => `${name}=${glob}`);
  const severities = match.severities?.length ? [`severity ${match.severities.join(" or ")}`] : [];
  const title = match.title ? [`title ${match.title}`] : [];
  return [...labels, ...severities, ...title].join(", ") || "everything";
}

interface RuleButtonsProps {
  rule: ListedRule;
  words: string;
  first: boolean;
  last: boolean;
}

function RuleButtons({ rule, words, first, last }: RuleButtonsProps) {
  const directions = [...(first ? [] : ["up"]), ...(last ? [] : ["down"])];
  return (
    <>
      {directions.map((direction) => (
        <ButtonForm
          key={direction}
          name={`${direction}-${rule.id}`}
          version={rule.version}
          hidden={{ intent: "move-rule", rule: rule.id, direction }}
        >
          <Button label={`Move the rule for ${words} ${direction}`}>{direction === "up" ? "↑" : "↓"}</Button>
        </ButtonForm>
      ))}
      <ButtonForm name={`delete-${rule.id}`} version={rule.version} hidden={{ intent: "delete-rule", rule: rule.id }}>
        <Button look="danger" label={`Delete the rule for ${words}`}>
          Delete
        </Button>
      </ButtonForm>
    </>
  );
}

/** The rules before the catch-all, in the order in which they are tried. */
export function RuleList({ rules, here, editable }: { rules: ListedRule[]; here: string; editable: boolean }) {
  if (rules.length === 0) return <p className="text-soft">No rules yet: all alerts use the catch-all below.</p>;
  return (
    <List>
      {rules.map((rule, index) => {
        const words = matchWords(rule.match);
        return (
          <Row
            key={rule.id}
            actions={
              editable ? (
                <RuleButtons rule={rule} words={words} first={index === 0} last={index === rules.length - 1} />
              ) : null
            }
          >
            <RowLink to={`${here}/rules/${rule.id}`}>{words}</RowLink>
            <Detail>
              <span>{modeWords[rule.mode]}</span>
              <span>moves {countWords(Object.keys(rule.components).length)}</span>
            </Detail>
          </Row>
        );
      })}
    </List>
  );
}

const countWords = (count: number): string =>
  count === 0 ? "no component" : `${count} component${count === 1 ? "" : "s"}`;

/** "read: 1 signal" */
export const readWords = (signals: number): string => `read: ${signals} ${signals === 1 ? "signal" : "signals"}`;

export function DeliveryList({ deliveries, here }: { deliveries: ListedDelivery[]; here: string }) {
  if (deliveries.length === 0) {
    return (
      <EmptyState title="Nothing has arrived yet">
        <p>Set up your tool as shown above, or send a test. Deliveries are kept for 7 days.</p>
      </EmptyState>
    );
  }
  return (
    <List>
      {deliveries.map((delivery) => (
        <Row key={delivery.id}>
          <Link to={`${here}/deliveries/${delivery.id}`} className="-my-2.5 inline-flex min-h-11 w-fit items-center">
            <TimeText at={delivery.receivedAt} exact />
          </Link>
          <Detail>
            <span>received</span>
            <span>{delivery.reason ? `rejected: ${delivery.reason}` : readWords(delivery.signals.length)}</span>
            <span>{delivery.settled ? "done" : "waiting"}</span>
            <span>{delivery.outcome}</span>
          </Detail>
        </Row>
      ))}
    </List>
  );
}

export const SourceDanger = ({ version }: { version: number }) => (
  <>
    <NewAddress version={version} />
    <SureFold
      name="delete"
      version={version}
      title="Delete this source"
      label="Yes, delete it with its rules; its alerts end"
      button="Delete the source"
    />
  </>
);
