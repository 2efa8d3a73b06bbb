import type { ReactNode } from "react";
import { datalistHtml } from "~/text/escape-html";
import { useForm } from "./form";
import { fieldId } from "./form-state";
import { useWords } from "./part-words";
import { Select } from "./select";

interface FieldProps {
  name: string;
  label: string;
  hint?: ReactNode;
  /** Initial value. */
  value?: string;
  required?: boolean;
  /** True for one of several fields of which any one is enough: none of them is marked as optional. */
  alternative?: boolean;
  /** True when the value is not kept on the device while it is typed (use-kept-text). */
  "data-secret"?: boolean | undefined;
}

const box =
  "w-full min-h-hit rounded-md border bg-surface px-3 py-2 pointer-fine:py-1 text-ink placeholder:text-soft aria-invalid:border-danger aria-invalid:border-2 border-edge";

function useField(name: string, initial: string) {
  const { form, state, focus } = useForm();
  const id = fieldId(form, name);
  const error = state?.errors[name];
  return { id, error, value: state?.values[name] ?? initial, autoFocus: focus === name };
}

function describedBy(id: string, hint: ReactNode, error: string | undefined): string | undefined {
  const parts = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean);
  return parts.length > 0 ? parts.join(" ") : undefined;
}

interface FieldFrameProps {
  id: string;
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  optional?: boolean;
  /** True when what stands beside it says the same to those who see it. */
  labelHidden?: boolean | undefined;
  children: ReactNode;
}

/**
 * Puts fields beside each other where there is room. Labels, controls and messages are on one line each, whatever their
 * lengths: a field takes four tracks of the row, and its hint comes last.
 */
export const fieldRowClass =
  "grid gap-5 sm:-mb-4 sm:grid-cols-2 sm:gap-y-1 sm:*:row-span-4 sm:*:mb-4 sm:*:data-field:grid-rows-subgrid sm:**:data-hint:order-last";

/** A form that only changes the query has no required fields, so nothing is marked as optional. */
function Frame({ id, label, hint, error, optional, labelHidden, children }: FieldFrameProps) {
  const { form } = useForm();
  const { t } = useWords();
  return (
    <div data-field="" className="grid content-start gap-1">
      <label htmlFor={id} className={labelHidden ? "sr-only" : "font-semibold"}>
        {label}
        {optional && form !== "" ? <span className="font-normal text-soft">{` ${t("label.optional")}`}</span> : null}
      </label>
      {hint ? (
        <div id={`${id}-hint`} data-hint="" className="text-sm text-soft">
          {hint}
        </div>
      ) : null}
      {children}
      {error ? (
        <p id={`${id}-error`} className="font-medium text-danger">
          {error}
        </p>
      ) : null}
    </div>
  );
}

interface TextFieldProps extends FieldProps {
  type?: "text" | "number" | "date" | "time" | "datetime-local" | "email" | "url" | "search" | "password";
  autoComplete?: string;
  inputMode?: "numeric";
  /** A text: the script of browsers would leave out what is only false. */
  spellCheck?: "false";
  placeholder?: string;
  /** Suggestions while typing; any other value is accepted, too. */
  suggestions?: readonly string[];
}

/** One text of options, so that the server's list is kept when the browser knows other time zones. */
function Suggestions({ id, values }: { id: string; values: readonly string[] }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: each value is escaped.
  return <datalist id={id} dangerouslySetInnerHTML={{ __html: datalistHtml(values) }} suppressHydrationWarning />;
}

/** Attributes of every control; after a refused form the first field in error gets focus. */
const controlOf = (field: ReturnType<typeof useField>, name: string, hint: ReactNode) => ({
  id: field.id,
  name,
  "aria-invalid": field.error ? true : undefined,
  "aria-describedby": describedBy(field.id, hint, field.error),
  autoFocus: field.autoFocus,
});

export function TextField(props: TextFieldProps) {
  const { name, label, hint, value = "", required = false, type = "text", suggestions, ...rest } = props;
  const field = useField(name, value);
  const list = suggestions ? `${field.id}-list` : undefined;
  return (
    <Frame id={field.id} label={label} hint={hint} error={field.error} optional={!required && type !== "search"}>
      {list && suggestions ? <Suggestions id={list} values={suggestions} /> : null}
      <input
        {...rest}
        list={list}
        {...controlOf(field, name, hint)}
        type={type}
        defaultValue={field.value}
        required={required}
        className={box}
      />
    </Frame>
  );
}

/** A text of a program: its lines and columns are as they are counted, in every language. */
const codeArea = { dir: "ltr", wrap: "off", spellCheck: "false", autoCapitalize: "off" } as const;

interface TextAreaProps extends FieldProps {
  rows?: number;
  /** True for a text that a program reads. */
  isCode?: boolean;
}

export function TextArea({
  name,
  label,
  hint,
  value = "",
  required = false,
  alternative = false,
  rows = 6,
  isCode = false,
  "data-secret": secret,
}: TextAreaProps) {
  const field = useField(name, value);
  return (
    <Frame id={field.id} label={label} hint={hint} error={field.error} optional={!required && !alternative}>
      <textarea
        {...controlOf(field, name, hint)}
        {...(isCode ? codeArea : {})}
        rows={rows}
        data-secret={secret}
        defaultValue={field.value}
        required={required}
        className={isCode ? `${box} font-mono text-sm` : box}
      />
    </Frame>
  );
}

/** Browsers never keep the chosen file after a refusal. */
export function FileField({
  name,
  label,
  hint,
  accept,
  multiple,
  alternative = false,
}: FieldProps & { accept: string; multiple?: boolean }) {
  const field = useField(name, "");
  return (
    <Frame id={field.id} label={label} hint={hint} error={field.error} optional={!alternative}>
      <input
        {...controlOf(field, name, hint)}
        type="file"
        accept={accept}
        multiple={multiple}
        className="w-full min-h-hit file:me-3 file:min-h-hit file:cursor-pointer file:rounded-md file:border file:border-solid file:border-edge file:bg-surface file:px-4 file:font-medium file:text-ink"
      />
    </Frame>
  );
}

export interface FieldChoice {
  value: string;
  label: string;
  /** Group under which it is listed. */
  group?: string;
  /** Status that is proposed for a component. */
  proposes?: string;
}

/** Returns choices from a table of words, `{key: word}`, in its order. */
export const fieldChoicesOf = (words: Record<string, string>): FieldChoice[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

export function SelectField({
  name,
  label,
  hint,
  value = "",
  choices,
  optional = false,
  labelHidden,
}: FieldProps & { choices: FieldChoice[]; optional?: boolean; labelHidden?: boolean }) {
  const field = useField(name, value);
  return (
    <Frame id={field.id} label={label} hint={hint} error={field.error} optional={optional} labelHidden={labelHidden}>
      <Select {...controlOf(field, name, hint)} defaultValue={field.value} className={`${box} text-ellipsis`}>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </Select>
    </Frame>
  );
}

export function CheckboxField({ name, label, hint, checked }: FieldProps & { checked: boolean }) {
  const { state } = useForm();
  const field = useField(name, "");
  const kept = state ? state.values[name] !== undefined : checked;
  return (
    <div className="grid gap-1">
      <label htmlFor={field.id} className="flex min-h-hit items-center gap-3 font-medium">
        <input
          {...controlOf(field, name, hint)}
          type="checkbox"
          defaultChecked={kept}
          className="size-5 flex-none accent-accent"
        />
        {label}
      </label>
      {hint ? (
        <p id={`${field.id}-hint`} className="ps-8 text-sm text-soft">
          {hint}
        </p>
      ) : null}
      {field.error ? (
        <p id={`${field.id}-error`} className="ps-8 font-medium text-danger">
          {field.error}
        </p>
      ) : null}
    </div>
  );
}

interface FieldSetProps {
  legend: string;
  hint?: ReactNode;
  /** Name for messages about the whole set. */
  name?: string;
  children: ReactNode;
}

/** A set of related fields. */
export function FieldSet({ legend, hint, name = "", children }: FieldSetProps) {
  const { form, state, focus } = useForm();
  const error = name ? state?.errors[name] : undefined;
  const id = fieldId(form, name || legend);
  return (
    <fieldset
      id={id}
      tabIndex={error ? -1 : undefined}
      // biome-ignore lint/a11y/noAutofocus: after a refused form what is in error is where the person must go
      autoFocus={error !== undefined && focus === name}
      aria-describedby={describedBy(id, hint, error)}
      className="grid min-w-0 gap-2"
    >
      <legend className="font-semibold">{legend}</legend>
      {hint ? (
        <p id={`${id}-hint`} className="text-sm text-soft">
          {hint}
        </p>
      ) : null}
      {error ? (
        <p id={`${id}-error`} className="font-medium text-danger">
          {error}
        </p>
      ) : null}
      {children}
    </fieldset>
  );
}
