import type { rulesOf } from "~/alert-rules/queries/rule";
import { read } from "~/db/read";
import { firedAlerts, type StoredRule, sourceWithRules, spanOf } from "../../queries/team-news";
import { severityToChoose } from "../../rules/incident-severity";
import { ownTitle } from "../../rules/own-title";
import { explainUnassignedAlert, unassignedContent, unassignedReason } from "../../rules/unassigned-content";
import { emptyMessage, type TellChannel } from "./published-message";

type Rules = Awaited<ReturnType<typeof rulesOf>>;

/** Returns the rules in the form in which they are tried on an alert. */
export const rulesToTry = (rules: readonly Pick<Rules[number], "row" | "components">[]) =>
  rules.map(({ row: { id, sourceId, position, match, mode, catchAll }, components }) => ({
    id,
    sourceId,
    position,
    match,
    mode,
    catchAll,
    moves: components !== "{}",
  }));

/** Returns the source's rules in the form in which they are tried. */
const rulesIn = (text: string) =>
  (JSON.parse(text) as StoredRule[]).map((each) => ({
    ...each,
    catchAll: each.catchAll === 1,
    moves: each.moves === 1,
  }));

const only = <Each>(all: readonly Each[]): Each | null => (new Set(all).size === 1 ? (all[0] ?? null) : null);

/** Reports the alerts that still fire and for which no rule, or no component, has been found since. */
export const tellUnassignedAlerts: TellChannel = async (ctx, notice) => {
  const { pageId, subjectId, scope } = notice;
  const [fired, [source]] = await read(
    ctx,
    firedAlerts(ctx, subjectId, spanOf(notice)),
    sourceWithRules(ctx, pageId, subjectId),
  );
  if (!source || (source.mutedUntil ?? 0) > ctx.now()) return emptyMessage;
  const { family, sourceName: name } = source;
  const rules = rulesIn(source.rules);
  const reason = unassignedReason(scope.reason);
  const found = fired.flatMap((alert) => {
    const why = explainUnassignedAlert(rules, { ...alert, sourceId: subjectId }, family);
    const titleSaid = ownTitle({ ...alert, family, sourceName: name });
    return why?.reason === reason ? [{ ...alert, titleSaid, ruleId: why.ruleId }] : [];
  });
  const told = {
    source: { id: subjectId, name, family },
    reason,
    alerts: found,
    ruleId: only(found.map(({ ruleId }) => ruleId)),
  };
  const severities = found.map(({ severity }) => severity);
  return {
    told: (words) => unassignedContent(words, told),
    open: Boolean(source.fires),
    recurs: true,
    severity: severityToChoose("none", severities),
  };
};
