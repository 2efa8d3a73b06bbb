import { Form, useActionData, useLocation } from "@remix-run/react";
import {
  createContext,
  type FormEvent,
  Fragment,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { Field, Fields } from "~/fields/fields";
import { fieldText } from "~/i18n/field-text";
import { type FormState, fieldId, firstErrorField, formStateOf } from "./form-state";
import { RestoredTextBanner } from "./kept-text-notice";
import { useWords } from "./part-words";
import { useStoredFormText } from "./use-kept-text";
import { useFormSubmission, useReadVersion } from "./use-sent-form";
import { useViewer } from "./viewer";

interface FormContextValue {
  form: string;
  state: FormState | null;
  focus: string | null;
  /** True while the form is being sent by script. */
  sending: boolean;
}

const FormContext = createContext<FormContextValue>({ form: "", state: null, focus: null, sending: false });

export const useForm = (): FormContextValue => useContext(FormContext);

/** Returns the state of one form of the current route, when it has just been refused. */
export const useFormState = (form: string): FormState | null => formStateOf(useActionData(), form);

/** Message that the form was not processed, at its end beside the pressed button; it gets focus. */
function Unsent({ state }: { state: FormState | null }) {
  const { t } = useWords();
  return (
    <div role="alert" data-answer tabIndex={-1} className="rounded-md border border-danger bg-danger-wash p-3">
      <p>{state?.unsent ? state.errors[""] : t("form.offline")}</p>
      {state?.signIn ? (
        <a href={state.signIn} target="_blank" rel="noreferrer" className="inline-flex min-h-hit items-center">
          {t("form.sign_in")}
        </a>
      ) : null}
    </div>
  );
}

/** True for messages about the form as a whole, or about a generated setting without a field. */
const isNowhere = ({ values }: FormState, name: string): boolean =>
  name === "" || (name.startsWith("settings.") && !(name in values));

/** Summary at the top, announced at once, because a form that is only a button has no field to focus. */
function Summary({ state, typing, fields }: { state: FormState; typing: boolean; fields: Fields }) {
  const { t, language } = useWords();
  const messages = Object.entries(state.errors);
  if (messages.length === 0) return null;
  const said = (field: Field | undefined, value: string) =>
    field ? t("value.of", { name: fieldText(field, language).label, value }) : value;
  return (
    <div role="alert" className="rounded-md border border-danger bg-danger-wash p-3">
      <p className="font-semibold">{t(typing ? "form.refused_typed" : "form.refused")}</p>
      <ul className="mt-1 list-disc ps-5 [&_a]:inline-flex [&_a]:min-h-hit [&_a]:items-center">
        {messages.map(([name, message]) => (
          <li key={name}>
            {isNowhere(state, name) ? (
              message
            ) : (
              <a href={`#${fieldId(state.form, name)}`} className="text-danger">
                {said(fields[name], message)}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/**
 * Holds a form to another page while offline, because scripts may be missing there and the browser's error page would
 * replace this one.
 */
function useHeldOffline(isHere: boolean, round: number) {
  const [isHeld, setHeld] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer ends it
  useEffect(() => setHeld(false), [round]);
  const sure = useRef(false);
  const holds = (event: FormEvent<HTMLFormElement>) => {
    const [form, { submitter }] = [event.currentTarget, event.nativeEvent as SubmitEvent];
    const held = !isHere && !navigator.onLine && !sure.current;
    sure.current = false;
    setHeld(false);
    if (!held) return false;
    event.preventDefault();
    const send = () => {
      sure.current = true;
      form.requestSubmit(submitter);
    };
    // Upfront on this same machine is reachable without a network.
    fetch(form.action, { method: "HEAD" }).then(send, () => setHeld(true));
    return true;
  };
  return { isHeld, holds };
}

interface PostFormProps {
  /** Name, unique on its page; it comes back as `form`, so that a refused form is found again. */
  name: string;
  /** Id in the document, by which elements elsewhere on the page belong to the form. */
  id?: string;
  /** URL to which it posts; default: this page. */
  action?: string;
  /** Version compared on saving; forms for data that others may have changed carry it. */
  version?: number;
  hidden?: Record<string, string>;
  /** True when it has a file field. */
  files?: boolean;
  className?: string;
  label?: string;
  /** True when it has fields that people fill in. */
  typing?: boolean;
  /** Fields whose names the summary adds to their messages, because it is far from them. */
  fields?: Fields;
  /** True to send it as a document even where script runs, because the response changes who is signed in. */
  whole?: boolean;
  /** True when the fold around it closes once it was accepted. */
  closesFold?: boolean;
  children: ReactNode;
}

const pathOf = (action: string) => action.replace(/[?#].*/s, "");

/**
 * A POST form, plain without script and in place with it. Its messages are our own instead of the browser's, so that
 * everyone can read them.
 */
export function PostForm(props: PostFormProps) {
  const {
    name,
    version,
    hidden,
    files = false,
    className = "long-form grid gap-5",
    label,
    typing = true,
    whole = false,
    closesFold = false,
    fields = {},
  } = props;
  const viewer = useViewer();
  const { pathname } = useLocation();
  const action = props.action ?? pathname;
  const state = useFormState(name);
  const ref = useRef<HTMLFormElement>(null);
  const { sending, round, onSubmit } = useFormSubmission(ref, { name, state, closesFold });
  const offline = useHeldOffline(pathOf(action) === pathname, round);
  const kept = { path: pathOf(action), name, now: viewer.now, refused: state !== null, round };
  const restored = useStoredFormText(ref, kept);
  const read = useReadVersion(ref, { version, round, back: restored.back });
  // Memoised while nothing changes, because two hundred fields read it.
  const around = useMemo(
    () => ({ form: name, state, focus: state ? firstErrorField(state) : null, sending }),
    [name, state, sending],
  );
  const carried = { _token: viewer.formToken, nonce: viewer.nonce, form: name, ...hidden };
  return (
    <Form
      ref={ref}
      id={props.id}
      method="post"
      action={action}
      encType={files ? "multipart/form-data" : undefined}
      reloadDocument={whole}
      preventScrollReset
      noValidate
      className={className}
      aria-label={label}
      aria-busy={sending || undefined}
      onSubmit={(event) => {
        if (!offline.holds(event)) onSubmit(event);
      }}
    >
      {Object.entries(carried).map(([key, value]) => (
        <input key={key} type="hidden" name={key} value={value} />
      ))}
      {read === undefined ? null : <input type="hidden" name="version" value={read} />}
      {state && !state.conflict && !state.unsent ? <Summary state={state} typing={typing} fields={fields} /> : null}
      {restored.back ? <RestoredTextBanner discard={restored.discard} /> : null}
      <FormContext.Provider value={around}>
        <Fragment key={typing ? `${round} ${read ?? ""}` : 0}>{props.children}</Fragment>
      </FormContext.Provider>
      {state?.unsent || offline.isHeld ? <Unsent state={state} /> : null}
    </Form>
  );
}

/** A form that is only a button; a refusal is shown above it. */
export function ButtonForm({ className = "inline-grid justify-items-start gap-3", ...rest }: PostFormProps) {
  return <PostForm className={className} typing={false} {...rest} />;
}
