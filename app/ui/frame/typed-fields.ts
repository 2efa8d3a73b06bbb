type FormControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * A typed value: the form's position on the page, the field's name, its position among fields of that name, and the
 * value.
 */
type TypedField = [form: number, name: string, place: number, value: string | boolean];

const key = "upfront.typed";

const isField = (element: unknown): element is FormControl =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement;

/** Returns false for secrets and for fields that the page itself filled in. */
const isTyped = ({ name, type }: FormControl): boolean => name !== "" && !/^(hidden|password|file|submit)$/.test(type);

const isBox = (field: FormControl): field is HTMLInputElement => field.type === "checkbox" || field.type === "radio";

function isChanged(field: FormControl): boolean {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some((each) => each.selected !== each.defaultSelected);
  return isBox(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
}

/** Returns the fields that people fill in, with the positions of the form and of the field. */
function fieldsOf(): { form: number; place: number; field: FormControl }[] {
  return [...document.forms].flatMap(({ elements }, form) => {
    const seen = new Map<string, number>();
    return [...elements].flatMap((field) => {
      if (!isField(field) || !isTyped(field)) return [];
      const place = seen.get(field.name) ?? 0;
      seen.set(field.name, place + 1);
      return [{ form, place, field }];
    });
  });
}

/** Keeps typed values for this tab and URL until the next load. */
export function saveTypedFields(): void {
  const changed = fieldsOf().filter(({ field }) => isChanged(field));
  const typed = changed.map(
    ({ form, place, field }): TypedField => [form, field.name, place, isBox(field) ? field.checked : field.value],
  );
  sessionStorage.setItem(key, JSON.stringify({ path: location.pathname, typed }));
}

/** Restores the kept values into the fields that still exist. */
export function restoreTypedFields(): void {
  const kept = JSON.parse(sessionStorage.getItem(key) ?? "null") as { path: string; typed: TypedField[] } | null;
  sessionStorage.removeItem(key);
  if (kept?.path !== location.pathname) return;
  const fields = fieldsOf();
  for (const [form, name, place, value] of kept.typed) {
    const found = fields.find((each) => each.form === form && each.field.name === name && each.place === place);
    if (found && isBox(found.field)) found.field.checked = value === true;
    else if (found) found.field.value = String(value);
  }
}
