/** The identity of a field or a button of a form, which after an answer may be another element. */
export interface FormControlName {
  type: string;
  name: string;
  value: string;
}

/** The controls that a form was sent from: the field or button in focus, and the button that was pressed. */
export interface SentFormControls {
  focused: FormControlName | null;
  pressed: FormControlName | null;
}

/** Kinds of controls that share a name and differ by their value. */
const typesToldByValue: readonly string[] = ["submit", "checkbox", "radio"];

const isSameControl = (one: FormControlName, other: FormControlName): boolean =>
  one.type === other.type &&
  one.name === other.name &&
  (!typesToldByValue.includes(one.type) || one.value === other.value);

/**
 * Returns the control that has the focus after an answer: the one that had it, else the pressed button, else the only
 * button, which takes the place of the pressed one. Never another button: it might delete something.
 */
export function controlAfterAnswer<Control extends FormControlName>(
  controls: readonly Control[],
  { focused, pressed }: SentFormControls,
): Control | null {
  const find = (sought: FormControlName | null) => sought && controls.find((each) => isSameControl(each, sought));
  const buttons = controls.filter(({ type }) => type === "submit");
  const only = buttons.length === 1 ? buttons[0] : undefined;
  return find(focused) || find(pressed) || only || null;
}
