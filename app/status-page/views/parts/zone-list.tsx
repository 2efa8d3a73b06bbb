/** @jsxImportSource ~/html */
import { timeZoneName } from "~/i18n/zone-text";
import { zoneGroups } from "~/i18n/zones";
import type { RenderContext } from "./frame";

/** Lists the options of a time-zone select, by region; a chosen zone that is not listed comes first. */
export function TimeZoneOptions({ frame, chosen }: { frame: RenderContext; chosen: string }) {
  const option = (name: string, text: string) => (
    <option key={name} value={name} selected={name === chosen}>
      {text}
    </option>
  );
  const groups = zoneGroups(frame.words.language);
  const listed = ["", "Etc/UTC", ...groups.flatMap(({ zones }) => zones.map(({ name }) => name))];
  return (
    <>
      {listed.includes(chosen) ? null : option(chosen, timeZoneName(chosen))}
      {option("Etc/UTC", timeZoneName("Etc/UTC"))}
      {groups.map(({ word, zones }) => (
        <optgroup key={word} label={frame.words.t(`area.${word}`)}>
          {zones.map(({ name, text }) => option(name, text))}
        </optgroup>
      ))}
    </>
  );
}
