import { Link, useActionData } from "@remix-run/react";
import type { RuleMatchConditions } from "~/alerts/rules/rule-match";
import { Button } from "~/ui/parts/button";
import { FocusedResultText } from "~/ui/parts/focused-answer";
import { Fold, ListPanel, ListRow, ListRowDetail } from "~/ui/parts/list";
import { TimeText } from "~/ui/parts/time-text";
import { useLanguage } from "~/ui/parts/viewer";
import type { RuleConditionSuggestions, RuleTrial } from "../rules/rule-trial";
import { ruleMatchText } from "./match-words";
import { useWords } from "./words/words";

const isTrial = (data: unknown, form: string): data is { trial: RuleTrial } =>
  typeof data === "object" && data !== null && "trial" in data && "form" in data && data.form === form;

/** Returns the result of the form's last trial; null when it was not tried. */
export function useRuleTrial(form: string): RuleTrial | null {
  const data = useActionData();
  return isTrial(data, form) ? data.trial : null;
}

const maxDeliveriesShown = 20;
const maxTitlesShown = 3;

type TrialDelivery = RuleTrial["found"][number];

interface RuleTrialResultProps {
  trial: RuleTrial;
  /** Address of the source. */
  here: string;
  rules: readonly { id: string; match: RuleMatchConditions; catchAll: boolean }[];
}

function Found({ found, here, rules }: Pick<RuleTrialResultProps, "here" | "rules"> & { found: TrialDelivery }) {
  const { t, say } = useWords();
  const language = useLanguage();
  const taken = found.alerts.filter(({ takenBy }) => takenBy === null);
  const [covered] = found.alerts.filter(({ takenBy }) => takenBy !== null);
  const above = rules.find(({ id }) => id === covered?.takenBy);
  const more = found.alerts.length - maxTitlesShown;
  return (
    <ListRow>
      <Link to={`${here}/deliveries/${found.id}`} className="-my-2.5 inline-flex min-h-hit w-fit items-center">
        <TimeText at={found.receivedAt} exact />
      </Link>
      <ListRowDetail>
        {found.alerts.slice(0, maxTitlesShown).map(({ title }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: titles may repeat, and nothing moves
          <bdi key={index}>{title}</bdi>
        ))}
        {more > 0 ? <span>{t("trial.more", { count: more })}</span> : null}
        {taken.length > 0 ? <span>{t("trial.taken")}</span> : null}
        {above ? (
          <span>{say("trial.covered", { rule: <bdi>{ruleMatchText(above.match, language)}</bdi> })}</span>
        ) : null}
      </ListRowDetail>
    </ListRow>
  );
}

/** Result of the rule on past deliveries, before it is saved. */
export function RuleTrialResultSection({ trial, here, rules }: RuleTrialResultProps) {
  const { t } = useWords();
  const { deliveries, matched, covered, unread, found } = trial;
  return (
    <section aria-label={t("trial.title")} className="grid gap-3">
      <FocusedResultText className="font-semibold">
        {deliveries === 0 ? t("trial.nothing") : t("trial.result", { matched, count: deliveries })}
      </FocusedResultText>
      {covered > 0 ? <p>{t("trial.above", { count: covered })}</p> : null}
      {unread > 0 ? <p className="text-soft">{t("trial.unread", { count: unread })}</p> : null}
      {found.length > 0 ? (
        <ListPanel>
          {found.slice(0, maxDeliveriesShown).map((each) => (
            <Found key={each.id} found={each} here={here} rules={rules} />
          ))}
        </ListPanel>
      ) : null}
      {found.length > maxDeliveriesShown ? (
        <p className="text-soft">{t("trial.shown", { count: maxDeliveriesShown })}</p>
      ) : null}
    </section>
  );
}

/** Shows recent labels and titles of the source; a click adds one to the match, with or without JavaScript. */
export function RuleSuggestionFold({ seen }: { seen: RuleConditionSuggestions }) {
  const { t } = useWords();
  if (seen.labels.length + seen.titles.length === 0) return null;
  return (
    <Fold title={t("seen.title")}>
      <ul className="flex flex-wrap gap-2" aria-label={t("seen.labels")}>
        {seen.labels.map(({ line, count }) => (
          <li key={line} className="max-w-full">
            <Button name="add-label" value={line} label={t("seen.add", { line, count })}>
              <bdi className="[overflow-wrap:anywhere]">{line}</bdi>
            </Button>
          </li>
        ))}
      </ul>
      <ul className="flex flex-wrap gap-2" aria-label={t("seen.titles")}>
        {seen.titles.map((title) => (
          <li key={title} className="max-w-full">
            <Button name="use-title" value={title} label={t("seen.use", { title })}>
              <bdi className="[overflow-wrap:anywhere]">{title}</bdi>
            </Button>
          </li>
        ))}
      </ul>
    </Fold>
  );
}
