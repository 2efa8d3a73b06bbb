import { memo, useMemo } from "react";
import { type FieldChoice, FieldSet, fieldChoicesOf } from "./field";
import { useForm } from "./form";
import { fieldId } from "./form-state";
import { DeferredHydrationBoundary, HydrationList } from "./hydration-list";
import { useWords } from "./part-words";
import { type PickerKind, PickerSearch } from "./picker-search";
import { Select } from "./select";
import { useWordTable } from "./words";

type PickerWords = Readonly<Record<string, string>>;

interface ComponentPickerProps {
  /** Field name: each component is posted as `<name>.<id>`, its status beside it as `<name>As.<id>`. */
  name: string;
  legend: string;
  hint?: string;
  components: readonly FieldChoice[];
  /** Chosen ids, each with its status; "on" when components have no status. */
  chosen: Readonly<Record<string, string>>;
  /** Statuses to choose from; null = components are only chosen. */
  words?: PickerWords | null;
  /** Kind of the items. */
  of?: PickerKind;
}

interface PickLineProps {
  id: string;
  name: string;
  statusName: string;
  label: string;
  statusLabel: string;
  picked: boolean;
  /** True when it is shown while the list is closed, though it is not picked. */
  isOffered: boolean;
  status: string;
  error: string | undefined;
  focused: boolean;
  words: PickerWords | null;
}

/** Memoised, because a form with two hundred of these rows is rendered while it is being sent. */
const PickLine = memo(function PickLine(props: PickLineProps) {
  const { id, name, label, picked, isOffered, error, focused, words, ...beside } = props;
  const told = { "aria-invalid": error ? true : undefined, "aria-describedby": error ? `${id}-error` : undefined };
  return (
    <li className={isOffered ? "picker-row offered" : "picker-row"}>
      <label>
        {/* biome-ignore lint/a11y/noAutofocus: after a refused form the first field in error is where the person must go */}
        <input id={id} type="checkbox" name={name} defaultChecked={picked} autoFocus={focused} {...told} />
        <span>{label}</span>
      </label>
      {words ? (
        <Select name={beside.statusName} aria-label={beside.statusLabel} defaultValue={beside.status}>
          {fieldChoicesOf(words).map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </Select>
      ) : null}
      {error ? <p id={`${id}-error`}>{error}</p> : null}
    </li>
  );
});

/** Default status for people who report something. */
const usuallyReported = "partial_outage";

interface PicksProps extends Omit<ComponentPickerProps, "legend" | "hint" | "words" | "of"> {
  words: PickerWords | null;
  /** Status of a component when it is chosen. */
  usual: string;
  /** Ids of those that are shown while the list is closed. */
  offered: ReadonlySet<string>;
}

function Picks({ name, components, chosen, words, usual, offered }: PicksProps) {
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
        isOffered={offered.has(id)}
        status={status || proposes || usual}
        error={state?.errors[field]}
        focused={focus === field}
        words={words}
      />
    );
  });
}

/** Groups components in their order. */
function byGroup(components: readonly FieldChoice[]): { group: string; members: FieldChoice[] }[] {
  const groups = new Map<string, FieldChoice[]>();
  for (const each of components) {
    const members = groups.get(each.group ?? "");
    if (members) members.push(each);
    else groups.set(each.group ?? "", [each]);
  }
  return [...groups].map(([group, members]) => ({ group, members }));
}

/** Number of components up to which all are shown at once. */
const fewComponentsCount = 8;

/** Returns the ids of those with a proposed status: of many, what an alert reports is likely what a person picks. */
const offeredIds = (components: readonly FieldChoice[]): ReadonlySet<string> =>
  new Set(
    components
      .filter(({ proposes }) => proposes !== undefined)
      .slice(0, fewComponentsCount)
      .map(({ value }) => value),
  );

/**
 * Components in a list by group; of many, those picked and those that alerts report as chips, the list one press away. The style sheet alone decides which rows are visible
 * (manage.css), so that the form and its fields are the same without script; only the search needs script.
 */
export function ComponentPicker(props: ComponentPickerProps) {
  const { name, legend, hint, components, chosen, words, of = "components" } = props;
  const settable = useWordTable("settable_status");
  const { t } = useWords();
  const offered = useMemo(() => offeredIds(components), [components]);
  const few = components.length <= fewComponentsCount;
  if (components.length === 0) return null;
  const statuses = words === undefined ? settable : words;
  // A field with statuses of its own lists its usual one first, because scheduled work is no outage.
  const [usual = ""] = words === undefined ? [usuallyReported] : Object.keys(words ?? {});
  return (
    <FieldSet legend={legend} hint={hint} name={name}>
      <DeferredHydrationBoundary>
        <div className="picker">
          <details open={few}>
            <summary className="picker-add">{t(`picker.add_${of}`)}</summary>
            {few ? null : <PickerSearch of={of} />}
          </details>
          <div className="picker-list">
            <HydrationList
              items={byGroup(components)}
              describe={({ group, members }) => ({ key: group, weight: members.length })}
            >
              {(some) =>
                some.map(({ group, members }) => (
                  <div key={group} className="picker-group">
                    {group === "" ? null : <p>{group}</p>}
                    <ul aria-label={group || undefined}>
                      <HydrationList items={members} describe={({ value }) => ({ key: value, weight: 1 })}>
                        {(picks) => (
                          <Picks
                            name={name}
                            components={picks}
                            chosen={chosen}
                            words={statuses}
                            usual={usual}
                            offered={offered}
                          />
                        )}
                      </HydrationList>
                    </ul>
                  </div>
                ))
              }
            </HydrationList>
          </div>
        </div>
      </DeferredHydrationBoundary>
    </FieldSet>
  );
}
