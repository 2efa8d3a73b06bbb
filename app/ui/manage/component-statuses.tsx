import { choicesOf, FieldSet, SelectField } from "./field";
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
  prefix?: string;
}

/** One select per component: `components.<id>`, empty = leave it alone. */
export function ComponentStatuses({ legend, hint, components, chosen, none, prefix }: ComponentStatusesProps) {
  const choices = [{ value: "", label: none }, ...choicesOf(settableStatusWords)];
  if (components.length === 0) return null;
  return (
    <FieldSet legend={legend} hint={hint} name={prefix ?? "components"}>
      <div className="grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
        {components.map((component) => (
          <SelectField
            key={component.id}
            name={`${prefix ?? "components"}.${component.id}`}
            label={component.name}
            value={chosen[component.id] ?? ""}
            choices={choices}
          />
        ))}
      </div>
    </FieldSet>
  );
}
