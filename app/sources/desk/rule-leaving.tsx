import { useActionData } from "@remix-run/react";
import { ruleMatchText } from "~/alert-rules/desk/match-words";
import { RemainingIncidentsBanner, UnwatchedComponentsBanner } from "~/alert-rules/desk/watch-notes";
import { useWords } from "~/alert-rules/desk/words/words";
import type { RuleDeletionEffects } from "~/alert-rules/verbs";
import { Button, ButtonLink } from "~/ui/parts/button";
import { PostForm } from "~/ui/parts/form";
import { ListPanel, ListRow, Section } from "~/ui/parts/list";
import { NoticeBanner } from "~/ui/parts/notice";
import { QuestionHead } from "~/ui/parts/question-head";
import { useWords as useSourceWords } from "./words/words";

/** Name of the form on a rule's page that deletes it. */
export const ruleDeletionFormName = "delete-rule";

const isLeaving = (data: unknown): data is { leaving: RuleDeletionEffects } =>
  typeof data === "object" && data !== null && "leaving" in data;

/** Returns the rule to confirm before deletion, from the page's action; null for any other action data. */
export function useRuleToDelete(): RuleDeletionEffects | null {
  const data: unknown = useActionData();
  return isLeaving(data) ? data.leaving : null;
}

/** Most titles that are listed. */
const maxTitlesListed = 8;

/** The firing alerts of the rule, and the rules that take them instead. */
function Taken({ taken, next }: Pick<RuleDeletionEffects, "taken" | "next">) {
  const { t, say, language, number } = useWords();
  const { t: ofSources } = useSourceWords();
  const nameOf = ({ rule }: RuleDeletionEffects["next"][number]) => {
    if (rule === null) return t("leaving.no_rule");
    return rule.catchAll ? ofSources("rule.catch_all") : ruleMatchText(rule.match, language);
  };
  if (taken.length === 0) return <p>{t("leaving.nothing")}</p>;
  return (
    <>
      <p>{t("leaving.taken", { number: number(taken.length) })}</p>
      <ul className="list-disc ps-5 wrap-anywhere">
        {taken.slice(0, maxTitlesListed).map((title, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: titles may repeat, and nothing moves
          <li key={index}>
            <bdi>{title}</bdi>
          </li>
        ))}
      </ul>
      <ListPanel>
        {next.map((each) => (
          <ListRow key={each.rule?.id ?? ""}>
            <p>{say("leaving.next", { number: number(each.count), rule: <bdi>{nameOf(each)}</bdi> })}</p>
          </ListRow>
        ))}
      </ListPanel>
    </>
  );
}

/** Confirmation page between the button on a rule's page and its deletion. */
export function DeleteRuleQuestionPanel({ leaving, here }: { leaving: RuleDeletionEffects; here: string }) {
  const { t, language, list } = useWords();
  const { rule, taken, next, unassigned, alone, staying } = leaving;
  return (
    <>
      <QuestionHead title={t("leaving.title")} note={<bdi>{ruleMatchText(rule.match, language)}</bdi>} />
      <Section title={t("leaving.firing")}>
        <Taken taken={taken} next={next} />
        {unassigned.length === 0 ? null : (
          <NoticeBanner tone="danger">
            <span className="wrap-anywhere">
              {t("leaving.unassigned", { alerts: list(unassigned.slice(0, maxTitlesListed)) })}
            </span>
          </NoticeBanner>
        )}
      </Section>
      <UnwatchedComponentsBanner names={alone} />
      <RemainingIncidentsBanner titles={staying} />
      <PostForm name={ruleDeletionFormName} version={rule.version} typing={false} hidden={{ sure: "on" }}>
        <div className="flex flex-wrap gap-3">
          <Button look="danger">{t("leaving.button")}</Button>
          <ButtonLink to={here}>{t("leaving.cancel")}</ButtonLink>
        </div>
      </PostForm>
    </>
  );
}
