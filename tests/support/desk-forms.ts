/** Forms of a page of the desk, read from its HTML. */
export interface Control {
  name: string;
  kind: string;
  value: string;
  /** True for a checkbox that is set. */
  checked: boolean;
  /** Values of a list or of radio buttons. */
  options: string[];
}

export interface DeskForm {
  name: string;
  /** The address to which it posts. */
  action: string;
  version: string | null;
  /** True in a conflict, which shows both versions side by side. */
  isConflict: boolean;
  hidden: Record<string, string>;
  controls: Map<string, Control>;
  /** The fields whose two versions are shown. */
  compared: string[];
}

const entities: Record<string, string> = { amp: "&", quot: '"', "#x27": "'", "#39": "'", lt: "<", gt: ">" };
const decode = (text: string): string =>
  text.replace(/&(amp|quot|#x27|#39|lt|gt);/g, (_, name) => entities[name] ?? "");

const attribute = (tag: string, name: string): string | null => {
  const found = new RegExp(`\\s${name}="([^"]*)"`).exec(tag);
  return found ? decode(found[1] ?? "") : null;
};
const has = (tag: string, name: string): boolean => new RegExp(`\\s${name}(=|\\s|/|>)`).test(tag);

function controlOf(whole: string): Control {
  const [tag = ""] = /^<[^>]*>/.exec(whole) ?? [];
  const control = {
    name: attribute(tag, "name") ?? "",
    kind: attribute(tag, "type") ?? tag.slice(1).split(/[\s>]/)[0] ?? "",
    value: attribute(tag, "value") ?? "",
    checked: has(tag, "checked"),
    options: [] as string[],
  };
  if (tag.startsWith("<textarea")) {
    const text = whole.slice(tag.length, -"</textarea>".length);
    return { ...control, kind: "textarea", value: decode(text.replace(/^\n/, "")) };
  }
  if (!tag.startsWith("<select")) return control;
  const options = whole.match(/<option[^>]*>/g) ?? [];
  const values = options.map((each) => attribute(each, "value") ?? "");
  const chosen = options.findIndex((each) => has(each, "selected"));
  return { ...control, kind: "select", value: values[Math.max(0, chosen)] ?? "", options: values };
}

const controlTags = /<input[^>]*>|<select[\s\S]*?<\/select>|<textarea[\s\S]*?<\/textarea>/g;

/** Merges radio buttons of one name into one control. */
function gathered(controls: readonly Control[]): Map<string, Control> {
  const all = new Map<string, Control>();
  for (const control of controls) {
    if (control.kind !== "radio") {
      all.set(control.name, control);
      continue;
    }
    const one = all.get(control.name) ?? { ...control, value: "" };
    all.set(control.name, {
      ...one,
      value: control.checked ? control.value : one.value,
      options: [...one.options, control.value],
    });
  }
  return all;
}

const carriers = ["_token", "nonce", "version"];

function formOf(html: string, isConflict: boolean): DeskForm {
  const controls = (html.match(controlTags) ?? []).map(controlOf);
  const hidden = Object.fromEntries(
    controls.filter(({ kind }) => kind === "hidden").map(({ name, value }) => [name, value]),
  );
  return {
    name: hidden.form ?? "",
    action: attribute(/^<form[^>]*>/.exec(html)?.[0] ?? "", "action") ?? "",
    version: hidden.version ?? null,
    isConflict,
    hidden: Object.fromEntries(Object.entries(hidden).filter(([name]) => !carriers.includes(name))),
    controls: gathered(controls.filter(({ kind, name }) => kind !== "hidden" && name !== "")),
    compared: [...html.matchAll(/data-compared="([^"]+)"/g)].flatMap(([, names = ""]) => decode(names).split(" ")),
  };
}

export function formsIn(html: string): DeskForm[] {
  return [...html.matchAll(/<form[\s\S]*?<\/form>/g)].map((found) => {
    const before = html.slice(0, found.index);
    const isConflict = before.lastIndexOf('aria-labelledby="conflict"') > before.lastIndexOf("</section>");
    return formOf(found[0], isConflict);
  });
}

/** Returns what a control posts; an unset checkbox posts nothing. */
const postedBy = ({ kind, value, checked }: Control): string | null =>
  kind === "checkbox" ? (checked ? "on" : null) : value;

/** Returns what the form posts as shown. */
export const postedAsShown = ({ hidden, controls }: DeskForm): Record<string, string> => ({
  ...hidden,
  ...Object.fromEntries(
    [...controls.values()].flatMap((each) => {
      const value = postedBy(each);
      return value === null || each.kind === "file" ? [] : [[each.name, value]];
    }),
  ),
});
