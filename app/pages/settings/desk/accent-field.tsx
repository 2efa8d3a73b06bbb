import type { FormEvent } from "react";
import { useFormState } from "~/ui/parts/form";
import { NounFieldControl } from "~/ui/parts/noun-fields";
import { pageBrandingFields } from "../../rules/fields";
import { pickedAccentField, pickerColourOf, shownAccentField } from "../../rules/picked-accent";
import { useWords } from "./words/words";

/**
 * Keeps the text and the colour picker equal by script. Without script the server uses the control that was changed.
 */
function copyColour({ target, currentTarget }: FormEvent<HTMLDivElement>): void {
  if (!(target instanceof HTMLInputElement)) return;
  const colour = pickerColourOf(target.value);
  const inputs = currentTarget.querySelectorAll<HTMLInputElement>("input:not([type=hidden])");
  for (const other of inputs) if (other !== target && colour !== null) other.value = colour;
}

/** The accent colour as text, with the browser's picker beside it. */
export function AccentField({ accent }: { accent: string }) {
  const { t } = useWords();
  const shown = useFormState("branding")?.values.accent ?? accent;
  return (
    <div onInput={copyColour} className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-4">
      <NounFieldControl fields={pageBrandingFields} name="accent" value={accent} />
      <input type="hidden" name={shownAccentField} value={shown} />
      <label className="grid gap-1">
        <span className="font-medium">{t("branding.pick")}</span>
        <input
          type="color"
          name={pickedAccentField}
          defaultValue={pickerColourOf(shown) ?? "#000000"}
          className="h-11 w-20 cursor-pointer rounded-md border border-edge bg-surface p-1"
        />
      </label>
    </div>
  );
}
