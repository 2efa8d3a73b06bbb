import type { ShownMailLimit } from "~/plan/mail-limits";
import { Section } from "~/ui/parts/list";
import { DataTable, tableCellClass } from "~/ui/parts/table";
import { useWords } from "./words/words";

/** Formats a limit in the reader's language: 5 minutes, 64 kB, 20. */
function written({ value, unit }: Pick<ShownMailLimit, "value" | "unit">, language: string): string {
  if (unit === "count") return new Intl.NumberFormat(language).format(value);
  const unitDisplay = unit === "minute" || unit === "second" ? "long" : "short";
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay }).format(value);
}

/** Shows the limits of this machine's email listener; renders nothing when there is none. */
export function MailLimitsSection({ limits }: { limits: readonly ShownMailLimit[] }) {
  const { t, language, number } = useWords();
  if (limits.length === 0) return null;
  const heads = (["name", "limit", "reached"] as const).map((each) => t(`mail_limits.head_${each}`));
  return (
    <Section id="mail-limits" title={t("mail_limits.title")}>
      <p className="max-w-prose text-soft">{t("mail_limits.about")}</p>
      <DataTable label={t("mail_limits.title")} heads={heads}>
        {limits.map(({ name, value, unit, reached }) => (
          <tr key={name}>
            <th scope="row" className={`${tableCellClass} text-start font-medium`}>
              {t(`mail_limit.${name}`)}
            </th>
            <td className={`${tableCellClass} tabular-nums`}>{written({ value, unit }, language)}</td>
            <td className={`${tableCellClass} tabular-nums`}>{reached === null ? "–" : number(reached)}</td>
          </tr>
        ))}
      </DataTable>
    </Section>
  );
}
