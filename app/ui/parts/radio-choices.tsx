import { FieldSet } from "./field";
import { useForm } from "./form";

export interface DescribedChoice {
  value: string;
  label: string;
  /** Explanation of the choice, shown below it. */
  about: string;
}

interface RadioChoicesProps {
  name: string;
  legend: string;
  /** Initial value; "" = none. */
  value: string;
  choices: readonly DescribedChoice[];
}

/** A few exclusive choices, each with an explanation. */
export function RadioField({ name, legend, value, choices }: RadioChoicesProps) {
  const { state } = useForm();
  const chosen = state?.values[name] ?? value;
  return (
    <FieldSet legend={legend} name={name}>
      {choices.map((each) => (
        <label key={each.value} className="flex min-h-hit items-start gap-3 py-2">
          <input
            type="radio"
            name={name}
            value={each.value}
            defaultChecked={chosen === each.value}
            className="mt-0.5 size-5 flex-none accent-accent"
          />
          <span className="grid">
            <span className="font-medium">{each.label}</span>
            <span className="text-sm text-soft">{each.about}</span>
          </span>
        </label>
      ))}
    </FieldSet>
  );
}
