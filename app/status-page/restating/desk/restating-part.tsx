import { useHasRole } from "~/ui/frame/may";
import { Button } from "~/ui/parts/button";
import { ButtonForm } from "~/ui/parts/form";
import { Section } from "~/ui/parts/list";
import { DataTable, tableCellClass } from "~/ui/parts/table";
import { TimeText } from "~/ui/parts/time-text";
import type { FigureComparison } from "../rules/figures";
import type { RestatedComponentView, RestatingView } from "../verbs";
import { useWords } from "./words/words";

function Figure({ before, after }: FigureComparison) {
  const { t, language } = useWords();
  const percent = new Intl.NumberFormat(language, { style: "percent", minimumFractionDigits: 2 });
  const told = (share: number | null) => (share === null ? t("figure.none") : percent.format(share / 10_000));
  return (
    <td className={`${tableCellClass} tabular-nums sm:whitespace-nowrap`}>
      {t("figure.change", { before: told(before), after: told(after) })}
    </td>
  );
}

/** Lists each component with its figures before and after. */
export function RestatingTable({ label, components }: { label: string; components: readonly RestatedComponentView[] }) {
  const { t, number } = useWords();
  const heads = (["component", "quarter", "year", "days"] as const).map((each) => t(`head.${each}`));
  return (
    <DataTable label={label} heads={heads}>
      {components.map(({ id, name, quarter, year, days }) => (
        <tr key={id}>
          <th scope="row" className={`${tableCellClass} text-start font-medium`}>
            <bdi>{name}</bdi>
          </th>
          <Figure {...quarter} />
          <Figure {...year} />
          <td className={`${tableCellClass} tabular-nums`}>{number(days)}</td>
        </tr>
      ))}
    </DataTable>
  );
}

/** Explains when the correction happens, and which setting leaves a component out. */
export function RestatingExplanationText({ isWaiting, startsAt, components, more }: RestatingView) {
  const { t, say, number } = useWords();
  return (
    <>
      {more ? <p className="text-soft">{t("part.more", { number: number(components.length) })}</p> : null}
      {isWaiting ? (
        <div className="grid max-w-prose gap-1">
          <p>{say("part.waiting", { date: <TimeText at={startsAt} /> })}</p>
          <p>{t("part.keep")}</p>
        </div>
      ) : (
        <p>{t("part.working")}</p>
      )}
    </>
  );
}

/**
 * The section on a page's overview until the restating is done: what it will change, and the button with which an owner
 * starts it.
 */
export function RestatingSection({ view, action }: { view: RestatingView; action: string }) {
  const { t } = useWords();
  const owner = useHasRole("owner");
  return (
    <Section id="past" title={t("part.title")}>
      <p className="max-w-prose text-soft">{t("part.about")}</p>
      <RestatingTable label={t("part.title")} components={view.components} />
      <RestatingExplanationText {...view} />
      {owner && view.isWaiting ? (
        <ButtonForm name="restate" action={action}>
          <Button>{t("part.start")}</Button>
        </ButtonForm>
      ) : null}
    </Section>
  );
}
