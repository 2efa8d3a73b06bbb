import { useNavigation } from "@remix-run/react";
import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { type FormState, fieldId, firstError } from "./form-state";

interface Sent {
  sending: boolean;
  /** Grows with each answer: its fields begin again with what the answer says. */
  round: number;
  onSubmit(event: FormEvent<HTMLFormElement>): void;
}

interface Pressed {
  name: string;
  value: string;
}

const pressedOf = (event: FormEvent<HTMLFormElement>): Pressed | null => {
  const { submitter } = event.nativeEvent as SubmitEvent;
  return submitter instanceof HTMLButtonElement ? { name: submitter.name, value: submitter.value } : null;
};

/** Where the person goes on: the first field in error, else what was found, else the button that was pressed, if it is there. */
function goOn(form: HTMLFormElement | null, state: FormState | null, pressed: Pressed | null): void {
  if (!form || state?.conflict) return;
  const wrong = state ? firstError(state) : null;
  const buttons = [...form.querySelectorAll<HTMLButtonElement>("button:not([aria-hidden])")];
  const same = buttons.find((each) => each.name === pressed?.name && each.value === pressed?.value);
  const elsewhere = document.activeElement?.closest("form") ?? form;
  if (wrong) document.getElementById(fieldId(state?.form ?? "", wrong))?.focus();
  else if (elsewhere === form)
    (document.querySelector<HTMLElement>("[data-answer]") ?? same ?? buttons.at(-1))?.focus();
}

/** What goes on between the press of a button and its answer, where script runs. */
export function useSentForm(
  ref: RefObject<HTMLFormElement>,
  { name, state }: { name: string; state: FormState | null },
): Sent {
  const navigation = useNavigation();
  const [mine, setMine] = useState(false);
  const [round, setRound] = useState(0);
  const pressed = useRef<Pressed | null>(null);
  const sending = mine && navigation.state !== "idle" && navigation.formData?.get("form") === name;
  const was = useRef(false);
  useEffect(() => {
    if (was.current && !sending) {
      setMine(false);
      setRound((last) => last + 1);
    }
    was.current = sending;
  }, [sending]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once an answer, when its fields are there
  useEffect(() => {
    if (round > 0) goOn(ref.current, state, pressed.current);
  }, [round]);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (sending) return event.preventDefault();
    pressed.current = pressedOf(event);
    setMine(true);
  };
  return { sending, round, onSubmit };
}

/** The version that the person read: once they have typed, a refreshed page does not move it under them. */
export function useVersionRead(
  ref: RefObject<HTMLFormElement>,
  { version, round }: { version: number | undefined; round: number },
): number | undefined {
  const [held, setHeld] = useState<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after an answer they read again
  useEffect(() => setHeld(null), [round]);
  useEffect(() => {
    const form = ref.current;
    if (!form || version === undefined) return;
    const hold = () => setHeld((before) => before ?? version);
    form.addEventListener("input", hold);
    return () => form.removeEventListener("input", hold);
  }, [ref, version]);
  return version === undefined ? undefined : (held ?? version);
}
