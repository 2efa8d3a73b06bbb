import type { rulesOf } from "~/alert-rules/queries/rule";
import { read } from "~/db/read";
import { firedIn, type StoredRule, sourceWithRules, spanOf } from "../../queries/team-news";
import { severityToChoose } from "../../rules/incident-severity";
import { ownTitle } from "../../rules/own-title";
import { toldOfUnassigned, unassignedReason, whyUnassigned } from "../../rules/unassigned-told";
import { nothing, type Tell } from "./published-message";

type Rules = Awaited<ReturnType<typeof rulesOf>>;

/** Returns the rules in the form in which they are tried on an alert. */
export const tried = (rules: readonly Pick<Rules[number], "row" | "components">[]) =>
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
export const ofUnassigned: Tell = async (ctx, notice) => {
  const { pageId, subjectId, scope } = notice;
  const [fired, [source]] = await read(
    ctx,
    firedIn(ctx, subjectId, spanOf(notice)),
    sourceWithRules(ctx, pageId, subjectId),
  );
  if (!source || (source.mutedUntil ?? 0) > ctx.now()) return nothing;
  const { family, sourceName: name } = source;
  const rules = rulesIn(source.rules);
  const reason = unassignedReason(scope.reason);
  const found = fired.flatMap((alert) => {
    const why = whyUnassigned(rules, { ...alert, sourceId: subjectId }, family);
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
    told: (words) => toldOfUnassigned(words, told),
    open: Boolean(source.fires),
    recurs: true,
    severity: severityToChoose("none", severities),
  };
};
