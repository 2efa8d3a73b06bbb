import { useEffect, useRef, useState } from "react";
import { TextArea, TextField } from "~/ui/parts/field";
import { Fold } from "~/ui/parts/list";
import { useWords } from "./words/words";

interface PathValue {
  path: string;
  value: string;
}

interface MappingSample {
  values: PathValue[];
  lists: string[];
}

interface MappingFieldsProps {
  values: Record<string, string>;
  shown: MappingSample | null;
}

const nameOf = (name: string) => `settings.${name}`;

const paths = ["id", "title", "state"] as const;
const more = ["severity"] as const;
const rest = ["description", "link", "time"] as const;

/** The fields of a mapping: one path each, with the current body's paths as suggestions. */
export function MappingFields({ values, shown }: MappingFieldsProps) {
  const { t } = useWords();
  const offered = shown?.values.map(({ path }) => path) ?? [];
  const path = (name: (typeof paths | typeof more | typeof rest)[number]) => (
    <TextField
      key={name}
      name={nameOf(name)}
      label={t(`map.${name}`)}
      hint={t(`map.${name}_hint`)}
      value={values[name] ?? ""}
      required={name === "id"}
      suggestions={offered}
      spellCheck="false"
      autoComplete="off"
    />
  );
  const meaning = (name: "states" | "severities") => (
    <TextArea
      name={nameOf(name)}
      label={t(`map.${name}`)}
      hint={t(`map.${name}_hint`)}
      value={values[name] ?? ""}
      rows={3}
    />
  );
  return (
    <>
      <TextField
        name={nameOf("list")}
        label={t("map.list")}
        hint={t("map.list_hint")}
        value={values.list ?? ""}
        suggestions={shown?.lists ?? []}
        spellCheck="false"
        autoComplete="off"
      />
      {paths.map(path)}
      {meaning("states")}
      {more.map(path)}
      {meaning("severities")}
      <Fold title={t("map.more")} open={[...rest, "labels"].some((name) => values[name] !== "")}>
        {rest.map(path)}
        <TextArea
          name={nameOf("labels")}
          label={t("map.labels")}
          hint={t("map.labels_hint")}
          value={values.labels ?? ""}
          rows={4}
        />
      </Fold>
    </>
  );
}

type Field = HTMLInputElement | HTMLTextAreaElement;

const isField = (target: EventTarget | null): target is Field =>
  (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) && target.name.startsWith("settings.");

/** Puts a path into the last focused field: it replaces the value, or is added as another line. */
function put(field: Field, path: string): void {
  const isLines = field instanceof HTMLTextAreaElement;
  field.value = isLines && field.value.trim() !== "" ? `${field.value.trimEnd()}\n${path}` : path;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.focus();
}

/** Lets a click on a value fill the focused field; null until script runs. */
export function usePathPicker() {
  const ref = useRef<HTMLDivElement>(null);
  const last = useRef<Field | null>(null);
  const [runs, setRuns] = useState(false);
  useEffect(() => {
    setRuns(true);
    const box = ref.current;
    const note = ({ target }: FocusEvent) => {
      if (isField(target)) last.current = target;
    };
    box?.addEventListener("focusin", note);
    return () => box?.removeEventListener("focusin", note);
  }, []);
  const pick = (path: string) => {
    const field = last.current ?? ref.current?.querySelector<HTMLInputElement>('input[name="settings.id"]');
    if (field) put(field, path);
  };
  return { ref, pick: runs ? pick : null };
}

interface BodyValueListProps {
  shown: MappingSample;
  list: string;
  pick: ((path: string) => void) | null;
}

/** All values of a delivery with their paths. */
export function BodyValuesSection({ shown, list, pick }: BodyValueListProps) {
  const { t } = useWords();
  return (
    <section aria-labelledby="body-values" className="grid gap-3 lg:sticky lg:top-4 lg:col-start-2 lg:row-start-1">
      <h2 id="body-values" className="text-lg font-semibold">
        {list === "" ? t("map.values") : t("map.values_of_first", { list })}
      </h2>
      {pick ? <p className="text-sm text-soft">{t("map.press")}</p> : null}
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by the keyboard
        tabIndex={0}
        className="max-h-72 overflow-auto lg:max-h-[36rem] rounded-lg border border-line bg-sunken"
        dir="ltr"
      >
        <dl className="divide-y divide-line">
          {shown.values.map(({ path, value }) => (
            <div key={path} className="grid gap-0.5 px-3 py-2 font-mono text-sm">
              <dt className="break-all">
                {pick ? (
                  <button
                    type="button"
                    onClick={() => pick(path)}
                    className="-my-2 min-h-hit cursor-pointer text-start text-accent underline underline-offset-4"
                  >
                    {path}
                  </button>
                ) : (
                  path
                )}
              </dt>
              <dd className="break-all text-soft">
                <bdi>{value === "" ? "“”" : value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
