import { Form, Link } from "@remix-run/react";
import { Button } from "~/ui/parts/button";
import { TextField } from "~/ui/parts/field";
import { Fold } from "~/ui/parts/list";
import type { MonitorPreset } from "../presets";
import { useWords } from "./words/words";

interface MonitorPresetPickerProps {
  kind: string;
  presets: MonitorPreset[];
  preset: MonitorPreset | null;
  search: string;
  /** Other parameters of the form's query string. */
  more: Readonly<Record<string, string>>;
}

const searchOf = (kind: string, name: string, more: MonitorPresetPickerProps["more"]) =>
  `?${new URLSearchParams({ kind, preset: name, ...more })}`;

function Found({ kind, presets, more }: Pick<MonitorPresetPickerProps, "kind" | "presets" | "more">) {
  return (
    <ul className="grid grid-cols-2 gap-x-4 lg:grid-cols-3">
      {presets.map(({ name }) => (
        <li key={name}>
          <Link to={searchOf(kind, name, more)} className="inline-flex min-h-hit items-center">
            {name}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Lookup({ kind, search, more }: Pick<MonitorPresetPickerProps, "kind" | "search" | "more">) {
  const { t } = useWords();
  return (
    <search>
      <Form method="get" className="grid items-end gap-3 sm:grid-cols-[1fr_auto]">
        {Object.entries(more).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <TextField name="find" type="search" label={t("presets.field")} value={search} />
        <Button name="kind" value={kind}>
          {t("presets.button")}
        </Button>
      </Form>
    </search>
  );
}

/** Presets: each is a link that fills in the form, so it works without script; a search filters them. */
export function MonitorPresetPicker({ kind, presets, preset, search, more }: MonitorPresetPickerProps) {
  const { t } = useWords();
  return (
    <Fold title={t("presets.title")} open={preset === null}>
      <p className="text-soft">{t("presets.about")}</p>
      <Lookup kind={kind} search={search} more={more} />
      {presets.length === 0 ? (
        <p className="text-soft">{t("presets.none")}</p>
      ) : (
        <Found kind={kind} presets={presets} more={more} />
      )}
    </Fold>
  );
}

/** Source and date of the values that fill the form. */
export function PresetSourceText({ preset: { name, source, date } }: { preset: MonitorPreset }) {
  const { t } = useWords();
  return <p className="text-soft text-sm">{t("presets.source", { name, source, date })}</p>;
}
