import { useActionData, useLocation, useNavigation } from "@remix-run/react";
import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { controlAfterAnswer, type FormControlName, type SentFormControls } from "./focus-after-answer";
import { focusHeading } from "./focus-heading";
import { type FormState, fieldId, firstErrorField } from "./form-state";
import { useViewer } from "./viewer";

interface FormSubmissionState {
  sending: boolean;
  /** Number of answers so far; after each one the fields start with the answer's values. */
  round: number;
  onSubmit(event: FormEvent<HTMLFormElement>): void;
}

const controlSelector = "button, textarea, select, input:not([type=hidden])";

type FormControl = FormControlName & HTMLElement;

const controlsOf = (form: HTMLFormElement): FormControl[] =>
  [...form.elements].filter(
    (each): each is FormControl => each.matches(controlSelector) && !each.matches("[aria-hidden]"),
  );

const nameOf = ({ type, name, value }: FormControlName): FormControlName => ({ type, name, value });

function sentControlsOf(event: FormEvent<HTMLFormElement>): SentFormControls {
  const { submitter } = event.nativeEvent as SubmitEvent;
  const focused = controlsOf(event.currentTarget).find((each) => each === document.activeElement);
  return {
    focused: focused ? nameOf(focused) : null,
    pressed: submitter instanceof HTMLButtonElement ? nameOf(submitter) : null,
  };
}

/** Moves focus: to the first field in error, else to the result, else to where it was, else to the page's heading. */
function goOn(form: HTMLFormElement | null, state: FormState | null, sent: SentFormControls): void {
  if (!form || state?.conflict) return;
  const wrong = state ? firstErrorField(state) : null;
  const elsewhere = document.activeElement?.closest("form") ?? form;
  if (wrong) document.getElementById(fieldId(state?.form ?? "", wrong))?.focus();
  else if (elsewhere === form) {
    (document.querySelector<HTMLElement>("[data-answer]") ?? controlAfterAnswer(controlsOf(form), sent))?.focus();
    if (document.activeElement === document.body) focusHeading();
  }
}

/** Closes the fold around a form, and gives the focus to its summary. */
function closeFoldAround(form: HTMLFormElement | null): void {
  const fold = form?.closest("details");
  if (!fold) return;
  fold.open = false;
  fold.querySelector("summary")?.focus({ preventScroll: true });
}

/** Tracks a form from the press of a button to its answer, where script runs. */
export function useFormSubmission(
  ref: RefObject<HTMLFormElement>,
  { name, state, closesFold }: { name: string; state: FormState | null; closesFold: boolean },
): FormSubmissionState {
  const navigation = useNavigation();
  const [mine, setMine] = useState(false);
  const [round, setRound] = useState(0);
  const sent = useRef<SentFormControls>({ focused: null, pressed: null });
  const sending = mine && navigation.state !== "idle" && navigation.formData?.get("form") === name;
  const answer = useActionData();
  const answerBefore = useRef<unknown>(undefined);
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
    if (round > 0 && closesFold && !state) closeFoldAround(ref.current);
    else if (round > 0) goOn(ref.current, state, sent.current);
  }, [round]);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    // A second press is ignored, but it is allowed after the answer is visible, even while the page is still reloading.
    const isAnswered = navigation.state === "loading" && answer !== undefined && answer !== answerBefore.current;
    if (sending && !isAnswered) return event.preventDefault();
    answerBefore.current = answer;
    sent.current = sentControlsOf(event);
    setMine(true);
  };
  return { sending, round, onSubmit };
}

/** Detects the person's own save of another form on the page: the page has a new URL and its version is one higher. */
function useOwnStep(version: number | undefined, step: (from: number, to: number) => void): void {
  const { key } = useLocation();
  const { done } = useViewer();
  const seen = useRef({ version, key });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a version
  useEffect(() => {
    const before = seen.current;
    seen.current = { version, key };
    const mine = done !== null && done !== "" && key !== before.key;
    if (mine && before.version !== undefined && version === before.version + 1) step(before.version, version);
  }, [version, key]);
}

const fields = "input, textarea, select";

/** Returns the version that the person read: once they use the form, a refresh of the page does not change it. */
export function useReadVersion(
  ref: RefObject<HTMLFormElement>,
  { version, round, back }: { version: number | undefined; round: number; back: boolean },
): number | undefined {
  const [held, setHeld] = useState<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after an answer they read again
  useEffect(() => setHeld(null), [round]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a text that was brought back is as if it were typed now
  useEffect(() => {
    if (back && version !== undefined) setHeld((before) => before ?? version);
  }, [back]);
  useOwnStep(version, (from, to) => setHeld((before) => (before === from ? to : before)));
  useEffect(() => {
    const form = ref.current;
    if (!form || version === undefined) return;
    const hold = ({ target }: Event) => {
      if (target instanceof Element && target.matches(fields)) setHeld((before) => before ?? version);
    };
    form.addEventListener("input", hold);
    form.addEventListener("focusin", hold);
    return () => {
      form.removeEventListener("input", hold);
      form.removeEventListener("focusin", hold);
    };
  }, [ref, version]);
  return version === undefined ? undefined : (held ?? version);
}
