import { memo } from "react";
import { choicesOf, FieldSet } from "../parts/field";
import { useForm } from "../parts/form";
import { fieldId } from "../parts/form-state";
import { InParts } from "../parts/in-parts";
import { useTable } from "../parts/words";

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
  words?: Readonly<Record<string, string>>;
}

interface StatusLineProps {
  id: string;
  name: string;
  label: string;
  value: string;
  error: string | undefined;
  focused: boolean;
  words: Readonly<Record<string, string>>;
  none: string;
}

/** Drawn again only when something of it is another: two hundred of them stand in a form that is being sent. */
const StatusLine = memo(function StatusLine({ id, name, label, value, error, focused, words, none }: StatusLineProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <label htmlFor={id} className="min-w-24 flex-1 [overflow-wrap:anywhere]">
        {label}
      </label>
      <select
        id={id}
        name={name}
        defaultValue={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        // biome-ignore lint/a11y/noAutofocus: after a refused form the first field in error is where the person must go
        autoFocus={focused}
        className="min-h-11 max-w-full grow rounded-md border border-edge bg-surface px-2 sm:min-w-52 sm:grow-0 aria-invalid:border-2 aria-invalid:border-danger"
      >
        <option value="">{none}</option>
        {choicesOf(words).map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
      {error ? (
        <p id={`${id}-error`} className="basis-full font-medium text-danger">
          {error}
        </p>
      ) : null}
    </div>
  );
});

type LinesProps = Pick<ComponentStatusesProps, "components" | "chosen" | "none"> & {
  words: Readonly<Record<string, string>>;
};

function Lines({ components, chosen, ...rest }: LinesProps) {
  const { form, state, focus } = useForm();
  return components.map((component) => {
    const name = `components.${component.id}`;
    return (
      <StatusLine
        key={component.id}
        id={fieldId(form, name)}
        name={name}
        label={component.name}
        value={state?.values[name] ?? chosen[component.id] ?? ""}
        error={state?.errors[name]}
        focused={focus === name}
        {...rest}
      />
    );
  });
}

/** One line per component: `components.<id>`, empty = leave it alone. */
export function ComponentStatuses(props: ComponentStatusesProps) {
  const settable = useTable("settable_status");
  const { legend, hint, components, chosen, none, words = settable } = props;
  if (components.length === 0) return null;
  return (
    <FieldSet legend={legend} hint={hint} name="components">
      <div className="grid gap-x-10 gap-y-2 lg:grid-cols-2">
        <InParts items={components}>
          {(some) => <Lines components={some} chosen={chosen} none={none} words={words} />}
        </InParts>
      </div>
    </FieldSet>
  );
}
