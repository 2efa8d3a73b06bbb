import { Section } from "~/ui/parts/list";
import { DataTable, tableCellClass } from "~/ui/parts/table";
import { TimeText } from "~/ui/parts/time-text";
import type { ImportView } from "../read";
import { useWords } from "./words/words";

type UptimeComparison = ImportView["uptimes"][number];

/** Tolerance for errors of decimal fractions. */
const dustHundredths = 1e-6;

/** The days for which both figures count. */
function UptimePeriod({ days, until }: UptimeComparison) {
  const { t, say } = useWords();
  if (days === null) return <>{t("uptime.all")}</>;
  if (until === null) return <>{t("uptime.days", { number: days })}</>;
  return <>{say("uptime.days_until", { number: days, at: <TimeText at={until} /> })}</>;
}

/** The uptime of some new components: what the product says, and what the page will say. */
export function ImportUptimeSection({ view: { uptimes, originTitle } }: { view: ImportView }) {
  const { t, percent } = useWords();
  if (uptimes.length === 0) return null;
  const heads = [t("column.name"), t("uptime.there", { product: originTitle }), t("uptime.here")];
  return (
    <Section title={t("uptime.title")}>
      <div className="grid gap-3">
        <p className="max-w-prose">{t("uptime.about", { product: originTitle })}</p>
        <DataTable label={t("uptime.title")} heads={heads}>
          {uptimes.map((each) => (
            <tr key={each.theirId}>
              <th scope="row" className={`${tableCellClass} text-start font-medium`}>
                <bdi className="wrap-anywhere">{each.name}</bdi>
                <span className="block text-sm font-normal text-soft">
                  <UptimePeriod {...each} />
                </span>
              </th>
              <td className={`${tableCellClass} tabular-nums`}>
                {each.said === null ? t("uptime.unsaid") : percent(Math.floor(each.said * 100 + dustHundredths))}
              </td>
              <td className={`${tableCellClass} tabular-nums`}>
                {each.here === null ? t("uptime.no_data") : percent(each.here)}
              </td>
            </tr>
          ))}
        </DataTable>
      </div>
    </Section>
  );
}
