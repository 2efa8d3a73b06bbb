import { Link } from "@remix-run/react";
import { inlineLinkTargetClass } from "~/alerts/shown/desk/alert-origin";
import { incidentModeFields } from "~/moving/rules/fields";
import { useHasRole } from "~/ui/frame/may";
import { useFieldText } from "~/ui/parts/field-text";
import { FamilyKindLabel } from "~/ui/parts/kind-icon";
import { RowLink } from "~/ui/parts/list";
import { Tag } from "~/ui/parts/status-mark";
import { AgoText } from "~/ui/parts/time-text";
import { ListTable, type TableColumn } from "~/ui/table/list-table";
import { sourceNameField } from "../rules/fields";
import { sourceQuietQuestionOf } from "../rules/quiet";
import type { RuleEffectSummary } from "../rules/rule-effect";
import { QuietSourceButtons } from "./quiet-notice";
import { RuleEffectText } from "./rule-effect-text";
import { isSourceWordOf, useWords } from "./words/words";

interface SourceRuleLine {
  id: string;
  /** The choice of `incidentModeFields`. */
  mode: string;
  /** The condition in words; null = all other alerts. */
  title: string | null;
  effect: RuleEffectSummary;
}

type QuietSource = Parameters<typeof sourceQuietQuestionOf>[0];

export interface SourceTableRow extends QuietSource {
  id: string;
  name: string;
  version: number;
  kind: string;
  kindTitle: string;
  lastDelivery: { receivedAt: number; outcome: string } | null;
  rules: readonly SourceRuleLine[];
}

/** Most rules of a source that the list shows; its own page has all. */
const maxRulesShown = 2;

/** The first rules in the order in which they are tried, with links to their forms for admins. */
function SourceRules({ rules, here }: { rules: SourceTableRow["rules"]; here: string }) {
  const { t } = useWords();
  const editable = useHasRole("admin");
  const modes = useFieldText(incidentModeFields.mode).choices;
  return (
    <ul aria-label={t("rule.list")} className="grid gap-1 text-sm">
      {rules.slice(0, maxRulesShown).map(({ id, mode, title, effect }) => {
        const name = title ?? t("rule.catch_all");
        return (
          <li key={id} className="flex flex-wrap gap-x-3">
            {editable ? (
              <Link to={`${here}/rules/${id}`} className={inlineLinkTargetClass}>
                {name}
              </Link>
            ) : (
              <span>{name}</span>
            )}
            <span className="contents text-soft">
              <RuleEffectText effect={effect} />
            </span>
            <span className="text-soft">{modes[mode]}</span>
          </li>
        );
      })}
      {rules.length > maxRulesShown ? (
        <li>
          <Link to={here} className={inlineLinkTargetClass}>
            {t("rule.all", { count: rules.length })}
          </Link>
        </li>
      ) : null}
    </ul>
  );
}

function LastDelivery({ last }: { last: SourceTableRow["lastDelivery"] }) {
  const { t } = useWords();
  if (last === null) return <span className="text-soft">{t("list.no_delivery")}</span>;
  return (
    <span className="flex flex-wrap gap-x-2">
      <AgoText at={last.receivedAt} />
      {isSourceWordOf("outcome", last.outcome) ? (
        <span className="text-soft">{t(`outcome.${last.outcome}`)}</span>
      ) : null}
    </span>
  );
}

function SourceName({ row, here }: { row: SourceTableRow; here: string }) {
  const { t } = useWords();
  const editable = useHasRole("admin");
  const left = sourceQuietQuestionOf(row);
  return (
    <span className="grid justify-items-start gap-1.5 sm:min-w-44">
      <RowLink to={here}>
        <bdi>{row.name}</bdi>
      </RowLink>
      {left === null ? null : <Tag tone="waiting">{t(`quiet.list_${left}`)}</Tag>}
      <QuietSourceButtons left={left} source={row} here={here} editable={editable} />
    </span>
  );
}

/** Sources by name: few enough that nothing sorts or pages them. */
const byName = { sort: { key: "name", descending: false }, params: {} };

export function SourceTable({ sources, slug }: { sources: readonly SourceTableRow[]; slug: string }) {
  const { t } = useWords();
  const hereOf = ({ id }: SourceTableRow) => `/manage/${slug}/sources/${id}`;
  const columns: TableColumn<SourceTableRow>[] = [
    {
      key: "name",
      head: useFieldText(sourceNameField.name).label,
      cell: (row) => <SourceName row={row} here={hereOf(row)} />,
    },
    {
      key: "kind",
      head: t("list.kind"),
      cell: ({ kind, kindTitle }) => <FamilyKindLabel family="sources" kind={kind} title={kindTitle} />,
    },
    {
      key: "rules",
      head: t("rule.list"),
      phone: "labelled",
      cell: (row) => <SourceRules rules={row.rules} here={hereOf(row)} />,
    },
    {
      key: "last",
      head: t("list.last_delivery"),
      phone: "labelled",
      cell: ({ lastDelivery }) => <LastDelivery last={lastDelivery} />,
    },
  ];
  return <ListTable label={t("page.list")} columns={columns} rows={sources} view={byName} />;
}
