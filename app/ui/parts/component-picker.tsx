import { memo } from "react";
import { type Choice, choicesOf, FieldSet } from "./field";
import { useForm } from "./form";
import { fieldId } from "./form-state";
import { InParts } from "./in-parts";
import { useWords } from "./part-words";
import { type Picked, PickerSearch } from "./picker-search";
import { useTable } from "./words";

type Words = Readonly<Record<string, string>>;

interface ComponentPickerProps {
  /** Of the field: each component is posted as `<name>.<id>`, its status beside it as `<name>As.<id>`. */
  name: string;
  legend: string;
  hint?: string;
  components: readonly Choice[];
  /** The ids of those picked so far; where each has a status, with it. */
  chosen: Readonly<Record<string, string>>;
  /** The statuses that each may take; null = it is only picked. */
  words?: Words | null;
  /** What is picked. */
  of?: Picked;
}

interface PickLineProps {
  id: string;
  name: string;
  statusName: string;
  label: string;
  statusLabel: string;
  picked: boolean;
  status: string;
  error: string | undefined;
  focused: boolean;
  words: Words | null;
}

/** Drawn again only when something of it is another: two hundred of them stand in a form that is being sent. */
const PickLine = memo(function PickLine({ id, name, label, picked, error, focused, words, ...beside }: PickLineProps) {
  const told = { "aria-invalid": error ? true : undefined, "aria-describedby": error ? `${id}-error` : undefined };
  return (
    <li className="picker-row">
      <label>
        {/* biome-ignore lint/a11y/noAutofocus: after a refused form the first field in error is where the person must go */}
        <input id={id} type="checkbox" name={name} defaultChecked={picked} autoFocus={focused} {...told} />
        <span>{label}</span>
      </label>
      {words ? (
        <select name={beside.statusName} aria-label={beside.statusLabel} defaultValue={beside.status}>
          {choicesOf(words).map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      ) : null}
      {error ? <p id={`${id}-error`}>{error}</p> : null}
    </li>
  );
});

/** What most who report something mean, until they say otherwise. */
const usuallyReported = "partial_outage";

interface PicksProps extends Omit<ComponentPickerProps, "legend" | "hint" | "words" | "of"> {
  words: Words | null;
  /** The status that one has as soon as it is picked. */
  usual: string;
}

function Picks({ name, components, chosen, words, usual }: PicksProps) {
  const { form, state, focus } = useForm();
  const { t } = useWords();
  return components.map(({ value: id, label, proposes }) => {
    const [field, statusName] = [`${name}.${id}`, `${name}As.${id}`];
    const said = (state ? state.values[field] : chosen[id]) ?? "";
    const status = said === "on" ? state?.values[statusName] : said;
    return (
      <PickLine
        key={id}
        id={fieldId(form, field)}
        name={field}
        statusName={statusName}
        label={label}
        statusLabel={t("picker.status", { component: label })}
        picked={said !== ""}
        status={status || proposes || usual}
        error={state?.errors[field]}
        focused={focus === field}
        words={words}
      />
    );
  });
}

/** One after the other as they come; those of one group are together. */
function byGroup(components: readonly Choice[]): { group: string; members: Choice[] }[] {
  const groups = new Map<string, Choice[]>();
  for (const each of components) groups.set(each.group ?? "", [...(groups.get(each.group ?? "") ?? []), each]);
  return [...groups].map(([group, members]) => ({ group, members }));
}

/** So few that all of them are seen at once. */
const few = 8;

function usePicked(name: string, chosen: ComponentPickerProps["chosen"]): boolean {
  const { state } = useForm();
  if (!state) return Object.keys(chosen).length > 0;
  return Object.keys(state.values).some((field) => field.startsWith(`${name}.`));
}

/**
 * Components as chips, and a list by group to add others from. Which of its rows are seen is said by the style sheet alone
 * (manage.css), so that it is the same form, with the same fields, without script; only the search needs some.
 */
export function ComponentPicker(props: ComponentPickerProps) {
  const { name, legend, hint, components, chosen, words, of = "components" } = props;
  const settable = useTable("settable_status");
  const { t } = useWords();
  const picked = usePicked(name, chosen);
  if (components.length === 0) return null;
  const statuses = words === undefined ? settable : words;
  // A field with statuses of its own lists its usual one first: planned work is no outage.
  const [usual = ""] = words === undefined ? [usuallyReported] : Object.keys(words ?? {});
  return (
    <FieldSet legend={legend} hint={hint} name={name}>
      <div className="picker">
        <details open={components.length <= few && !picked}>
          <summary className="picker-add">{t(`picker.add_${of}`)}</summary>
          {components.length > few ? <PickerSearch of={of} /> : null}
        </details>
        <div className="picker-list">
          {byGroup(components).map(({ group, members }) => (
            <div key={group} className="picker-group">
              {group === "" ? null : <p>{group}</p>}
              <ul aria-label={group || undefined}>
                <InParts items={members}>
                  {(some) => <Picks name={name} components={some} chosen={chosen} words={statuses} usual={usual} />}
                </InParts>
              </ul>
            </div>
          ))}
        </div>
      </div>
    </FieldSet>
  );
}
