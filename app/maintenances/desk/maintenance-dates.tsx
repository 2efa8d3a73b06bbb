import { Link, useActionData } from "@remix-run/react";
import type { MaintenanceRepeat } from "~/time/repeat";
import { WarningListBanner } from "~/ui/parts/notice";
import { RangeText } from "~/ui/parts/time-text";
import { maintenanceRepeatText } from "./maintenance-repeat-words";
import { useWords } from "./words/words";

/** Another maintenance window for the same components at the same time. */
export interface OverlappingMaintenanceItem {
  id: string;
  title: string;
  startsAt: number;
  endsAt: number;
  /** Names of the components that both affect. */
  components: string[];
}

/** Dates and overlaps that an action found for a maintenance that is not saved yet. */
export interface MaintenanceDatesPreview {
  /** The next starts, at most five; ms. */
  starts: number[];
  /** Length of the window, ms. */
  length: number;
  /** Repetition; null when it happens once. */
  repeat: MaintenanceRepeat | null;
  overlaps: OverlappingMaintenanceItem[];
}

const isOutlook = (data: unknown, form: string): data is { outlook: MaintenanceDatesPreview } =>
  typeof data === "object" && data !== null && "outlook" in data && "form" in data && data.form === form;

/** Returns the dates that the form has just asked for. */
export function useMaintenanceDatesPreview(form: string): MaintenanceDatesPreview | null {
  const data: unknown = useActionData();
  return isOutlook(data, form) ? data.outlook : null;
}

/** Returns the key of the overlaps that the person has seen: saving with the same key is accepted. */
export const overlapKey = (overlaps: readonly { id: string }[]): string => overlaps.map(({ id }) => id).join(" ");

function Overlaps({ overlaps, slug }: { overlaps: OverlappingMaintenanceItem[]; slug: string }) {
  const { t, say, list } = useWords();
  return (
    <WarningListBanner title={t("dates.overlaps")}>
      {overlaps.map((each) => (
        <li key={each.id}>
          {say("dates.overlap", {
            title: (
              <Link to={`/manage/${slug}/maintenances/${each.id}`}>
                <bdi>{each.title}</bdi>
              </Link>
            ),
            when: <RangeText from={each.startsAt} to={each.endsAt} />,
            components: list(each.components),
          })}
        </li>
      ))}
    </WarningListBanner>
  );
}

/** The next dates and their overlaps; nothing is saved. */
export function MaintenanceDatesPreviewPanel({ outlook, slug }: { outlook: MaintenanceDatesPreview; slug: string }) {
  const words = useWords();
  const { t } = words;
  const { repeat } = outlook;
  return (
    <section aria-label={t("dates.label")} className="grid max-w-2xl gap-3 rounded-md border border-line bg-sunken p-3">
      <p className="text-sm text-soft">
        {repeat ? t("dates.repeated", { repeat: maintenanceRepeatText(words, repeat) }) : t("dates.once")}
      </p>
      <ol className="grid gap-1">
        {outlook.starts.map((at) => (
          <li key={at}>
            <RangeText from={at} to={at + outlook.length} />
          </li>
        ))}
      </ol>
      {outlook.overlaps.length === 0 ? (
        <p className="text-sm">{t("dates.free")}</p>
      ) : (
        <Overlaps overlaps={outlook.overlaps} slug={slug} />
      )}
    </section>
  );
}
