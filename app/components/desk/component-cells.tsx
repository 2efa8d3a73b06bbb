import { fieldText } from "~/i18n/field-text";
import { Link } from "~/ui/parts/link";
import { wordsIn as partWordsIn } from "~/ui/parts/part-words";
import { StatusBadge, Tag } from "~/ui/parts/status-mark";
import { ClockText } from "~/ui/parts/time-text";
import { wordTableOfLanguage } from "~/ui/parts/words";
import { componentFields } from "../rules/fields";
import type { ListedComponent } from "./listed-component";
import { useWords, wordsIn } from "./words/words";

interface ComponentCellProps {
  component: ListedComponent;
}

/** A link with a touch target of 44 px that does not make its row taller (manage.css). */
const linkClass = "row-link";

export function ComponentNameCell({ component, here }: ComponentCellProps & { here: string }) {
  const { say } = useWords();
  const { id, name, mutedUntil } = component;
  const link = (
    <Link id={`component-${id}`} to={`${here}/components/${id}`} className={`${linkClass} font-medium`}>
      <bdi>{name}</bdi>
    </Link>
  );
  if (mutedUntil === null) return link;
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {link}
      <Tag>{say("table.muted_until", { until: <ClockText at={mutedUntil} /> })}</Tag>
    </span>
  );
}

function ManualTag({ component: { isManual, manualUntil } }: ComponentCellProps) {
  const { t, say } = useWords();
  if (!isManual) return null;
  if (manualUntil === null) return <Tag>{t("table.manual")}</Tag>;
  return <Tag>{say("table.manual_until", { until: <ClockText at={manualUntil} /> })}</Tag>;
}

export function ComponentStatusCell({ component }: ComponentCellProps) {
  const { t, list, language } = useWords();
  const { effective, isUnmonitored, causes } = component;
  const words = wordTableOfLanguage(language, "layer");
  const badge = <StatusBadge status={effective} unmonitored={isUnmonitored} />;
  if (!component.isManual && causes.length === 0) return badge;
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {badge}
      <ManualTag component={component} />
      {causes.length === 0 ? null : (
        <span className="text-sm text-soft">
          {t("status.causes", { causes: list(causes.map((layer) => words[layer] ?? layer)) })}
        </span>
      )}
    </span>
  );
}

/** Returns the words for a component that no monitor, heartbeat or rule changes. */
export function unobservedComponentText(watch: "manual" | "unwatched", language: string): string {
  if (watch === "unwatched") return partWordsIn(language).t("coverage.unmonitored");
  return fieldText(componentFields.keptBy, language).choices.manual ?? watch;
}

export function ComponentWatchCell({ component, here }: ComponentCellProps & { here: string }) {
  const { t, language } = useWords();
  const { id, watch, watcher } = component;
  if (!watcher)
    return (
      <span className="whitespace-nowrap text-soft">
        {unobservedComponentText(watch === "manual" ? watch : "unwatched", language)}
      </span>
    );
  const { name, to, more } = watcher;
  const first = (
    <Link to={`${here}/${to}`} className={linkClass}>
      <bdi>{name}</bdi>
    </Link>
  );
  return (
    <span className="row-line">
      {first}
      {more === 0 ? null : (
        <Link
          to={`${here}/components/${id}`}
          aria-label={t("table.more_watchers", { count: more })}
          className={`${linkClass} text-soft`}
        >
          <bdi dir="ltr">{t("table.plus", { count: more })}</bdi>
        </Link>
      )}
    </span>
  );
}

const percents = new Map<string, Intl.NumberFormat>();

function percentIn(language: string): Intl.NumberFormat {
  const known =
    percents.get(language) ?? new Intl.NumberFormat(language, { style: "percent", minimumFractionDigits: 2 });
  percents.set(language, known);
  return known;
}

/** Returns the uptime as text; `uptime` in hundredths of a percent. */
export function uptimeCellText({ uptime }: Pick<ListedComponent, "uptime">, language: string): string {
  return uptime === null ? wordsIn(language).t("table.no_uptime") : percentIn(language).format(uptime / 10_000);
}

/** The uptime; on phones, where the column has no head, after its name. */
export function ComponentUptimeCell({ component }: ComponentCellProps) {
  const { t, language } = useWords();
  return (
    <>
      <span className="narrow">{t("table.uptime_label")} </span>
      {uptimeCellText(component, language)}
    </>
  );
}
