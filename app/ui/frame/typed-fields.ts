type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The form's place on the page, the field's name, its place among those of that name, and what was put into it. */
type Typed = [form: number, name: string, place: number, value: string | boolean];

const key = "upfront.typed";

const isField = (element: unknown): element is Field =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement;

/** Not what is secret, and not what the page itself has put there. */
const isTyped = ({ name, type }: Field): boolean => name !== "" && !/^(hidden|password|file|submit)$/.test(type);

const isBox = (field: Field): field is HTMLInputElement => field.type === "checkbox" || field.type === "radio";

function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some((each) => each.selected !== each.defaultSelected);
  return isBox(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
}

/** Each field that people fill in, with its form's place and its own among those of its name. */
function fieldsOf(): { form: number; place: number; field: Field }[] {
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

/** For this tab and address, until it is loaded again. */
export function keepTypedFields(): void {
  const changed = fieldsOf().filter(({ field }) => isChanged(field));
  const typed = changed.map(
    ({ form, place, field }): Typed => [form, field.name, place, isBox(field) ? field.checked : field.value],
  );
  sessionStorage.setItem(key, JSON.stringify({ path: location.pathname, typed }));
}

/** Puts back what was kept, where the fields are still there. */
export function putTypedFields(): void {
  const kept = JSON.parse(sessionStorage.getItem(key) ?? "null") as { path: string; typed: Typed[] } | null;
  sessionStorage.removeItem(key);
  if (kept?.path !== location.pathname) return;
  const fields = fieldsOf();
  for (const [form, name, place, value] of kept.typed) {
    const found = fields.find((each) => each.form === form && each.field.name === name && each.place === place);
    if (found && isBox(found.field)) found.field.checked = value === true;
    else if (found) found.field.value = String(value);
  }
}
