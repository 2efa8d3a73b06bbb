import { memo, type ReactNode } from "react";
import { isUnmonitoredNow, type Status, type StatusByLayer } from "~/status/status";
import { Button } from "~/ui/parts/button";
import { PostForm } from "~/ui/parts/form";
import { Link } from "~/ui/parts/link";
import { List, ListDetail, ListRow } from "~/ui/parts/list";
import { StatusBadge } from "~/ui/parts/status-mark";
import { useViewer } from "~/ui/parts/viewer";
import { wordTableIn } from "~/ui/parts/words";
import { wordsIn } from "./words/words";

export interface ListedComponent {
  id: string;
  name: string;
  /** Version that was read, if it can be moved. */
  version?: number;
  effective: Status;
  /** Null when the reason is not shown. */
  layers: StatusByLayer | null;
}

/** Returns the names of the layers that give it its status; none when it is operational. */
export function statusCauseWordsOf(
  { effective, layers }: Pick<ListedComponent, "effective" | "layers">,
  language: string,
): string[] {
  if (effective === "operational" || !layers || isUnmonitoredNow(layers)) return [];
  const guilty = Object.entries(layers).filter(([, status]) => status === effective);
  return guilty.map(([layer]) => wordTableIn(language, "layer")[layer] ?? layer);
}

interface MoveButtonsProps {
  component: ListedComponent;
  language: string;
  first: boolean;
  last: boolean;
}

/** Shows buttons of the one form around the list: a form for each would be three quarters of a long page. */
function MoveButtons({ component: { id, name }, language, first, last }: MoveButtonsProps) {
  const { t } = wordsIn(language);
  const directions = [...(first ? [] : (["up"] as const)), ...(last ? [] : (["down"] as const))];
  return directions.map((direction) => (
    <Button key={direction} name="move" value={`${direction} ${id}`} label={t(`move.${direction}`, { name })}>
      {direction === "up" ? "↑" : "↓"}
    </Button>
  ));
}

/** Returns the versions that were read, by id, for the form that moves them. */
const versionsOf = (components: readonly ListedComponent[]): string =>
  components.map(({ id, version = 0 }) => `${id} ${version}`).join(",");

/** Wraps the list in the form that moves its components. */
function Movable({ name, components, children }: { name: string; components: ListedComponent[]; children: ReactNode }) {
  return (
    <PostForm name={name} typing={false} hidden={{ versions: versionsOf(components) }} className="grid gap-3">
      {children}
    </PostForm>
  );
}

interface ComponentRowProps {
  component: ListedComponent;
  /** The language, not read from the viewer, because that is a new object with each answer. */
  language: string;
  slug: string;
  movable: boolean;
  first: boolean;
  last: boolean;
}

/**
 * A row that renders again only when something of it changes: a page may have two hundred, and its state changes often.
 */
const ComponentRow = memo(function ComponentRow({ component, slug, movable, ...rest }: ComponentRowProps) {
  const { t, list } = wordsIn(rest.language);
  const causes = statusCauseWordsOf(component, rest.language);
  return (
    <ListRow actions={movable ? <MoveButtons component={component} {...rest} /> : null}>
      <Link
        id={`component-${component.id}`}
        to={`/manage/${slug}/components/${component.id}`}
        className="-my-2.5 min-h-hit py-2.5 font-medium text-ink decoration-line hover:decoration-current"
      >
        {component.name}
      </Link>
      <ListDetail>
        <StatusBadge
          status={component.effective}
          unmonitored={component.layers !== null && isUnmonitoredNow(component.layers)}
        />
        {causes.length > 0 ? <span>{t("status.causes", { causes: list(causes) })}</span> : null}
      </ListDetail>
    </ListRow>
  );
});

interface ComponentListProps {
  components: ListedComponent[];
  slug: string;
  /** Name of the form that changes the order; absent when it cannot be changed here. */
  order?: string;
}

export function ComponentList({ components, slug, order }: ComponentListProps) {
  const { language } = useViewer();
  const list = (
    <List>
      {components.map((component, index) => (
        <ComponentRow
          key={component.id}
          component={component}
          language={language}
          slug={slug}
          movable={order !== undefined}
          first={index === 0}
          last={index === components.length - 1}
        />
      ))}
    </List>
  );
  if (!order) return list;
  return (
    <Movable name={order} components={components}>
      {list}
    </Movable>
  );
}
