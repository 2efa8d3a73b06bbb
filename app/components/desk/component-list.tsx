import { memo } from "react";
import { isUnmonitoredNow, type Status, type StatusByLayer } from "~/status/status";
import { HydrationList } from "~/ui/parts/hydration-list";
import { Link } from "~/ui/parts/link";
import { ListPanel, ListRow, ListRowDetail } from "~/ui/parts/list";
import { StatusBadge } from "~/ui/parts/status-mark";
import { useViewer } from "~/ui/parts/viewer";
import { wordTableOfLanguage } from "~/ui/parts/words";
import { statusCausesOf } from "../rules/status-cause";
import { wordsIn } from "./words/words";

interface AffectedComponent {
  id: string;
  name: string;
  effective: Status;
  layers: StatusByLayer;
}

/** Returns the names of the layers that give it its status; none when it is operational. */
export function statusCauseWordsOf(
  { effective, layers }: Pick<AffectedComponent, "effective" | "layers">,
  language: string,
): string[] {
  const words = wordTableOfLanguage(language, "layer");
  return statusCausesOf(effective, layers).map((layer) => words[layer] ?? layer);
}

interface ComponentRowProps {
  component: AffectedComponent;
  /** The language, not read from the viewer, because that is a new object with each answer. */
  language: string;
  slug: string;
}

/**
 * A row that renders again only when something of it changes: a page may have two hundred, and its state changes often.
 */
const ComponentRow = memo(function ComponentRow({ component, slug, language }: ComponentRowProps) {
  const { t, list } = wordsIn(language);
  const causes = statusCauseWordsOf(component, language);
  return (
    <ListRow>
      <Link
        id={`component-${component.id}`}
        to={`/manage/${slug}/components/${component.id}`}
        className="-my-2.5 min-h-hit py-2.5 font-medium text-ink decoration-line hover:decoration-current"
      >
        {component.name}
      </Link>
      <ListRowDetail>
        <StatusBadge status={component.effective} unmonitored={isUnmonitoredNow(component.layers)} />
        {causes.length > 0 ? <span>{t("status.causes", { causes: list(causes) })}</span> : null}
      </ListRowDetail>
    </ListRow>
  );
});

/** The affected components on the overview. */
export function ComponentsPanel({ components, slug }: { components: readonly AffectedComponent[]; slug: string }) {
  const { language } = useViewer();
  return (
    <ListPanel>
      <HydrationList items={components} describe={({ id }) => ({ key: id, weight: 1 })}>
        {(some) =>
          some.map((component) => (
            <ComponentRow key={component.id} component={component} language={language} slug={slug} />
          ))
        }
      </HydrationList>
    </ListPanel>
  );
}
