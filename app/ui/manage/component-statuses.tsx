import { type Choice, choicesOf, FieldSet } from "./field";
import { useForm } from "./form";
import { fieldId } from "./form-state";
import { settableStatusWords } from "./words";

interface Named {
  id: string;
  name: string;
}

interface ComponentStatusesProps {
  legend: string;
  hint?: string;
  components: Named[];
  /** Statuses chosen so far, by component. */
  chosen: Record<string, string>;
  /** What an untouched one means. */
  none: string;
  /** The statuses that it may take; default: all that can be set. */
  words?: Record<string, string>;
}

interface StatusLineProps {
  component: Named;
  value: string;
  choices: Choice[];
}

function StatusLine({ component, value, choices }: StatusLineProps) {
  const { form, state, focus } = useForm();
  const name = `components.${component.id}`;
  const id = fieldId(form, name);
  const error = state?.errors[name];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,13rem)] items-center gap-x-3 gap-y-1">
      <label htmlFor={id}>{component.name}</label>
      <select
        id={id}
        name={name}
        defaultValue={state?.values[name] ?? value}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        // biome-ignore lint/a11y/noAutofocus: after a refused form the first field in error is where the person must go
        autoFocus={focus === name}
        className="min-h-11 w-full rounded-md border border-edge bg-surface px-2 aria-invalid:border-2 aria-invalid:border-danger"
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
      {error ? (
        <p id={`${id}-error`} className="col-span-2 font-medium text-danger">
          {error}
        </p>
      ) : null}
    </div>
  );
}

/** One line per component: `components.<id>`, empty = leave it alone. */
export function ComponentStatuses(props: ComponentStatusesProps) {
  const { legend, hint, components, chosen, none, words = settableStatusWords } = props;
  const choices = [{ value: "", label: none }, ...choicesOf(words)];
  if (components.length === 0) return null;
  return (
    <FieldSet legend={legend} hint={hint} name="components">
      <div className="grid gap-x-10 gap-y-2 lg:grid-cols-2">
        {components.map((component) => (
          <StatusLine key={component.id} component={component} value={chosen[component.id] ?? ""} choices={choices} />
        ))}
      </div>
    </FieldSet>
  );
}
