import { Link } from "@remix-run/react";
import { Button } from "~/ui/parts/button";
import { FieldSet, SelectField, TextField } from "~/ui/parts/field";
import { useWords } from "./words/words";

/** The plan's load in checks a minute, and its cost. */
export interface PlanUsageView {
  used: number;
  ceiling: number;
  rowsWrittenPerDay: number;
}

/** Rounds checks a minute to one decimal. */
const rate = (value: number): number => Math.round(value * 10) / 10;

export function PlanUsageNote({ carry }: { carry: PlanUsageView }) {
  const { t } = useWords();
  const { ceiling, rowsWrittenPerDay: rows } = carry;
  const used = rate(carry.used);
  return rows > 0 ? t("usage.checks_and_rows", { used, ceiling, rows }) : t("usage.checks", { used, ceiling });
}

export const monitorBulkActions = [
  "pause",
  "resume",
  "mute",
  "unmute",
  "set_interval",
  "add_tag",
  "remove_tag",
  "delete",
] as const;

interface BulkActionFieldsProps {
  legend: string;
  /** Label of the value field, which names its possible values. */
  value: string;
  deeds: readonly (typeof monitorBulkActions)[number][];
}

/** Fields for an action on all ticked rows; some actions need a value. */
export function BulkActionFields({ legend, value, deeds }: BulkActionFieldsProps) {
  const { t } = useWords();
  const offered = deeds.map((deed) => ({ value: deed, label: t(`bulk.do_${deed}`) }));
  return (
    <FieldSet legend={legend} name="ids">
      <div className="grid items-start gap-3 pt-1 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
        <SelectField
          name="deed"
          label={t("bulk.action")}
          choices={[{ value: "", label: t("bulk.do_none") }, ...offered]}
        />
        <TextField name="value" label={value} />
        <div className="grid sm:pt-7">
          <Button>{t("bulk.apply")}</Button>
        </div>
      </div>
    </FieldSet>
  );
}

/** Link to the next rows, after the key of the last one shown. */
export function NextRowsLink({ after, keep }: { after: string | null; keep: object }) {
  const { t } = useWords();
  if (after === null) return null;
  const kept = Object.entries(keep).filter(([, value]) => value !== "");
  const query = new URLSearchParams({ ...Object.fromEntries(kept), after });
  return (
    <nav aria-label={t("list.more")}>
      <Link to={`?${query}`} className="inline-flex min-h-hit items-center">
        {t("list.more")}
      </Link>
    </nav>
  );
}
