import { ResponseChart } from "~/chart/response-chart";
import { responseRangeAddress, responseTimesId } from "~/chart/response-ranges";
import { textDirection } from "~/i18n/languages";
import { FilterLinks } from "~/ui/parts/filter-links";
import { Section } from "~/ui/parts/list";
import { useLanguage } from "~/ui/parts/viewer";
import type { ResponseTimesView } from "./chart-views";

/** Shows the charts of a monitor or of a component, with links to their ranges. */
export function ResponseTimesSection({ times }: { times: ResponseTimesView }) {
  const { title, rangeLabel, ranges, range, from, more, charts } = times;
  const direction = textDirection(useLanguage());
  const links = <FilterLinks label={rangeLabel} words={ranges} chosen={range} addressOf={responseRangeAddress} />;
  return (
    <div id={responseTimesId}>
      <Section title={title} action={links}>
        {from === null ? null : <p className="text-soft">{from}</p>}
        {charts.map((chart) => (
          <div key={chart.id} className="grid grid-cols-1">
            {charts.length > 1 ? <h3 className="font-semibold">{chart.title}</h3> : null}
            <ResponseChart id={chart.id} view={chart.view} title={chart.title} direction={direction} />
          </div>
        ))}
        {more === null ? null : <p className="text-soft">{more}</p>}
      </Section>
    </div>
  );
}
