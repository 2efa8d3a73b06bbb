import { useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { useEffect, useRef } from "react";
import { Button, ButtonLink } from "./button";
import { PostForm, useFormState } from "./form";
import { fieldId } from "./form-state";
import { useWords } from "./part-words";

export interface ConflictField {
  name: string;
  label: string;
  /** Saved value, as text. */
  theirs: string;
  /** Kind of the value; a text stays editable, so that both versions can be merged. */
  kind?: "text" | "choice";
  /** Texts of a choice's values. */
  words?: Record<string, string>;
  /** Names under which the form posts it; absent = its own. */
  posted?: readonly string[];
  /** The person's own value as text, when it cannot be edited here. */
  mine?: string;
}

interface EditConflictProps {
  form: string;
  /** Saved version, against which saving again compares. */
  version: number;
  fields: ConflictField[];
  keepTo: string;
  /** Text of the button, when it does not replace the saved version. */
  again?: string;
  /** Other form values that have changed. */
  carried?: Record<string, string>;
}

const isEditable = ({ kind, mine }: ConflictField): boolean => kind !== "choice" && mine === undefined;

function Side({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 content-start gap-1">
      <p className="text-sm font-medium text-soft">{title}</p>
      {children}
    </div>
  );
}

interface ComparedProps {
  form: string;
  field: ConflictField;
  /** Value as typed. */
  value: string;
}

function Mine({ form, field, value }: ComparedProps) {
  const { t } = useWords();
  const id = fieldId(form, field.name);
  const nothing = t("conflict.nothing");
  if (field.mine !== undefined)
    return (
      <p dir="auto" className="whitespace-pre-wrap">
        {field.mine || nothing}
      </p>
    );
  if (field.kind === "choice") return <p>{field.words?.[value] ?? (value || nothing)}</p>;
  return (
    <textarea
      id={id}
      name={field.name}
      aria-label={t("conflict.yours_of", { label: field.label })}
      defaultValue={value}
      rows={value.length > 80 ? 6 : 2}
      className="w-full rounded-md border border-edge bg-surface px-3 py-2"
    />
  );
}

function Compared({ form, field, value }: ComparedProps) {
  const { t } = useWords();
  return (
    <div data-compared={(field.posted ?? [field.name]).join(" ")} className="grid gap-2 border-t border-line pt-3">
      <h3>{field.label}</h3>
      <div className="grid gap-4 sm:grid-cols-2">
        <Side title={t("conflict.theirs")}>
          <p dir="auto" className="whitespace-pre-wrap">
            {field.theirs || t("conflict.nothing")}
          </p>
        </Side>
        <Side title={t("conflict.yours")}>
          <Mine form={form} field={field} value={value} />
        </Side>
      </div>
    </div>
  );
}

/** Shows both versions side by side; typed values are kept and stay editable (409, spec §8). */
export function EditConflictSection({ form, version, fields, keepTo, again, carried = {} }: EditConflictProps) {
  const { t } = useWords();
  const state = useFormState(form);
  const head = useRef<HTMLHeadingElement>(null);
  // The refusal arrives before the reloaded data when script runs, so the saved version is shown only after that.
  const read = useNavigation().state !== "loading";
  const lost = read && (state?.conflict ?? false);
  useEffect(() => {
    if (lost) head.current?.focus();
  }, [lost]);
  if (!state || !lost) return null;
  const editable = new Set(fields.filter(isEditable).map((field) => field.name));
  const hidden = Object.fromEntries(Object.entries(state.values).filter(([name]) => !editable.has(name)));
  return (
    <section className="grid gap-4 rounded-lg border border-degraded bg-warning-wash p-4" aria-labelledby="conflict">
      <div>
        <h2 ref={head} id="conflict" tabIndex={-1} className="text-lg font-semibold">
          {t("conflict.title")}
        </h2>
        <p>{t(fields.length > 0 ? "conflict.compare" : "conflict.compare_below")}</p>
      </div>
      <PostForm name={form} version={version} hidden={{ ...hidden, ...carried }}>
        {fields.map((field) => (
          <Compared key={field.name} form={form} field={field} value={state.values[field.name] ?? ""} />
        ))}
        <div className="flex flex-wrap gap-3">
          <Button look="primary">{again ?? t(fields.length > 0 ? "conflict.save" : "conflict.continue")}</Button>
          <ButtonLink to={keepTo}>{t("conflict.discard")}</ButtonLink>
        </div>
      </PostForm>
    </section>
  );
}
