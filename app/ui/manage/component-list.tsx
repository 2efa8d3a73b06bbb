import { Link } from "@remix-run/react";
import type { Status } from "~/rules/status";
import { Button } from "./button";
import { ButtonForm } from "./form";
import { Detail, List, Row } from "./list";
import { StatusMark } from "./status-mark";
import { layerWords } from "./words";

export interface ListedComponent {
  id: string;
  name: string;
  /** Where it can be moved, what was read. */
  version?: number;
  effective: Status;
  layers: { manual: Status | null; observed: Status; incident: Status | null; maintenance: Status | null };
}

/** Which layers make it what it is, in words; nothing when it is operational. */
export function becauseOf({ effective, layers }: Pick<ListedComponent, "effective" | "layers">): string {
  if (effective === "operational") return "";
  const guilty = Object.entries(layers).filter(([, status]) => status === effective);
  return guilty.map(([layer]) => layerWords[layer]).join(" and ");
}

interface MoveButtonsProps {
  component: ListedComponent;
  first: boolean;
  last: boolean;
}

function MoveButtons({ component: { id, name, version }, first, last }: MoveButtonsProps) {
  const directions = [...(first ? [] : ["up"]), ...(last ? [] : ["down"])];
  return directions.map((direction) => (
    <ButtonForm
      key={direction}
      name={`move-${direction}-${id}`}
      {...(version === undefined ? {} : { version })}
      hidden={{ intent: "move", id, direction }}
    >
      <Button label={`Move ${name} ${direction}`}>{direction === "up" ? "↑" : "↓"}</Button>
    </ButtonForm>
  ));
}

interface ComponentListProps {
  components: ListedComponent[];
  slug: string;
  /** Shows the buttons that change the order. */
  editable?: boolean;
}

export function ComponentList({ components, slug, editable = false }: ComponentListProps) {
  return (
    <List>
      {components.map((component, index) => (
        <Row
          key={component.id}
          actions={
            editable ? (
              <MoveButtons component={component} first={index === 0} last={index === components.length - 1} />
            ) : null
          }
        >
          <Link
            id={`component-${component.id}`}
            to={`/manage/${slug}/components/${component.id}`}
            className="-my-2.5 min-h-11 py-2.5 font-medium text-ink decoration-line hover:decoration-current"
          >
            {component.name}
          </Link>
          <Detail>
            <StatusMark status={component.effective} />
            {becauseOf(component) ? <span>by {becauseOf(component)}</span> : null}
          </Detail>
        </Row>
      ))}
    </List>
  );
}
