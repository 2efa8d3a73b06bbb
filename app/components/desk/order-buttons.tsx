import type { ComponentMove } from "./listed-component";
import { useWords, wordsIn } from "./words/words";

/** Id of the form that changes the order: a form for each row would be three quarters of a long page. */
export const orderFormId = "component-order";

interface OrderButtonProps {
  name: "move" | "group";
  value: string;
  label: string;
  direction: ComponentMove;
}

/** A small button of the order's form, which is elsewhere on the page. */
const OrderButton = ({ label, direction, ...sent }: OrderButtonProps) => (
  <button type="submit" form={orderFormId} {...sent} aria-label={label} className="order-button">
    {direction === "up" ? "↑" : "↓"}
  </button>
);

/** Returns the value that the buttons send: the move, of what, and the version that was read. */
const moveValue = (direction: ComponentMove, { id, version }: { id: string; version: number }) =>
  `${direction} ${id} ${version}`;

interface MovedThing {
  id: string;
  name: string;
  version: number;
}

interface ComponentMoveButtonsProps {
  component: MovedThing & { moves: readonly ComponentMove[] };
  language: string;
}

/** Moves a component within its group. A single button is aligned with the second of two. */
export function ComponentMoveButtons({ component, language }: ComponentMoveButtonsProps) {
  const { t } = wordsIn(language);
  const { name, moves } = component;
  return (
    <span className="flex justify-end gap-1">
      {moves.map((direction) => (
        <OrderButton
          key={direction}
          name="move"
          value={moveValue(direction, component)}
          label={t(`move.${direction}`, { name })}
          direction={direction}
        />
      ))}
    </span>
  );
}

interface GroupMoveButtonsProps {
  group: MovedThing;
  moves: readonly ComponentMove[];
}

export function GroupMoveButtons({ group, moves }: GroupMoveButtonsProps) {
  const { t } = useWords();
  return moves.map((direction) => (
    <OrderButton
      key={direction}
      name="group"
      value={moveValue(direction, group)}
      label={t(`move.group_${direction}`, { name: group.name })}
      direction={direction}
    />
  ));
}

/** Shows the buttons on phones, where they would take a third of each row; a fold without content, read by CSS. */
export function OrderSwitch() {
  const { t } = useWords();
  return (
    <details className="order-switch md:hidden">
      <summary className="inline-flex min-h-hit cursor-pointer list-none items-center gap-2 rounded-md border border-edge bg-surface px-3 font-medium [&::-webkit-details-marker]:hidden">
        {t("table.order")}
        <span aria-hidden="true">↑↓</span>
      </summary>
    </details>
  );
}
