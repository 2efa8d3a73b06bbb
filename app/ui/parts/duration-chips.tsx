import type { FormEvent } from "react";
import { minuteMs, secondMs } from "~/time/durations";
import { chipFieldNamesOf } from "./chip-names";
import { TextField } from "./field";
import { useForm } from "./form";
import { useWords } from "./part-words";
import { shortDurationText } from "./time-text";

interface DurationChipsProps {
  /** Name of the number; the chips have names of their own, which `readPostedForm` merges into it. */
  name: string;
  label: string;
  hint?: string;
  value: string;
  /** The usual durations, in the field's unit. */
  usual: readonly number[];
  unit: "seconds" | "minutes";
  optional?: boolean;
}

/** With script, a chip fills in the number, and a number of its own takes the mark off the chips. */
function keepTogether({ target, currentTarget }: FormEvent<HTMLElement>): void {
  const changed = target as HTMLInputElement;
  const number = currentTarget.querySelector<HTMLInputElement>("input[type=number]");
  if (changed.type === "radio" && number) number.value = changed.value;
  if (changed !== number) return;
  for (const chip of currentTarget.querySelectorAll<HTMLInputElement>("input[type=radio]"))
    chip.checked = chip.value === number.value;
}

function useChips({ usual, unit, optional = false }: DurationChipsProps) {
  const { t, language } = useWords();
  const unitMs = unit === "seconds" ? secondMs : minuteMs;
  const lengths = usual.map((count) => ({
    value: String(count),
    text: count === 0 ? t("duration.none") : shortDurationText(count * unitMs, language),
  }));
  return optional ? [{ value: "", text: t("duration.none") }, ...lengths] : lengths;
}

/** A duration as a number, with the usual ones as chips below it; both work without script. */
export function DurationChips(props: DurationChipsProps) {
  const { name, label, hint, value, optional = false } = props;
  const { state } = useForm();
  const { t } = useWords();
  const { chip, shown } = chipFieldNamesOf(name);
  const given = state?.values[name] ?? value;
  return (
    <div className="grid content-start gap-2" onChange={keepTogether}>
      <TextField
        name={name}
        label={label}
        {...(hint === undefined ? {} : { hint })}
        type="number"
        inputMode="numeric"
        value={value}
        required={!optional}
      />
      <input type="hidden" name={shown} value={given} />
      <fieldset className="flex min-w-0 flex-wrap gap-1.5">
        <legend className="sr-only">{t("duration.usual", { label })}</legend>
        {useChips(props).map(({ value: each, text }) => (
          <label
            key={each}
            className="relative inline-flex min-h-hit cursor-pointer items-center gap-1 rounded-full border border-edge bg-surface px-2.5 text-sm hover:bg-sunken has-checked:border-accent has-checked:font-semibold has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input type="radio" name={chip} value={each} defaultChecked={given === each} className="peer sr-only" />
            <span aria-hidden="true" className="hidden peer-checked:inline">
              ✓
            </span>
            {text}
          </label>
        ))}
      </fieldset>
    </div>
  );
}
