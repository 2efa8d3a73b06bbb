import { inlineLinkTargetClass } from "~/alerts/shown/desk/alert-origin";
import type { Status } from "~/status/status";
import { minuteMs } from "~/time/durations";
import { useFieldText } from "~/ui/parts/field-text";
import { ListPanel, ListRow, ListRowDetail, Section } from "~/ui/parts/list";
import { StatusIcon } from "~/ui/parts/status-mark";
import { ClockText } from "~/ui/parts/time-text";
import { checkRegionsField, probeContinentsField } from "../rules/fields";
import type { VoteResult } from "../rules/monitor";
import { probePlaceName } from "../rules/probes";
import type { ShownMonitor } from "./monitor-facts";
import { addTimesToMinutes } from "./monitor-parts";
import { monitorLatencyText, monitorVerdictText } from "./monitor-words";
import { useWords } from "./words/words";

interface ShownOpinion {
  region: string;
  verdict: string;
  minute: number;
  milliseconds: number | null;
  detail: string;
  link?: string;
}

export interface MonitorPlacesSectionProps extends ShownMonitor {
  regions: string[];
  continents: string[];
  agree: number | null;
  opinions: ShownOpinion[];
  ballot: VoteResult | null;
  /** True when this deployment can check from other regions; `asksProbes` is the same for Globalping's probes. */
  asksRegions: boolean;
  asksProbes: boolean;
}

interface PlaceOpinion {
  name: string;
  verdict: string;
  at: number | null;
  milliseconds: number | null;
  detail: string;
  link?: string | undefined;
  /** True when the place was chosen, but this deployment cannot ask it. */
  absent?: boolean;
  /** Text shown while the place has no result. */
  nothing: string;
}

const shapes: Record<string, Status> = {
  up: "operational",
  degraded: "degraded_performance",
  down: "major_outage",
};

/** Shows the last result of one place: shape and word, its time, its duration and the reason. */
function PlaceRow({ place: { name, verdict, at, milliseconds, detail, link, nothing } }: { place: PlaceOpinion }) {
  const words = useWords();
  const { t } = words;
  const word = at === null ? nothing : monitorVerdictText(words, verdict);
  return (
    <ListRow>
      <p className="flex flex-wrap items-center gap-x-3">
        <span className="inline-flex items-center gap-1.5 font-medium">
          <StatusIcon status={shapes[verdict] ?? "no_data"} />
          {word}
        </span>
        <span>{name}</span>
      </p>
      {detail === "" ? null : (
        <p className="text-sm">
          <bdi>{detail}</bdi>
        </p>
      )}
      {at === null ? null : (
        <ListRowDetail>
          <ClockText at={at} />
          {milliseconds === null ? null : <span>{monitorLatencyText(words, milliseconds)}</span>}
          {link ? (
            <a href={link} className={inlineLinkTargetClass}>
              {t("places.evidence")}
            </a>
          ) : null}
        </ListRowDetail>
      )}
    </ListRow>
  );
}

/** The number of places that must agree, and the last vote. */
function Counting({ monitor: { agree, ballot }, places }: { monitor: MonitorPlacesSectionProps; places: number }) {
  const { t, say } = useWords();
  const rule = agree === null ? t("places.rule_all") : t("places.rule", { need: Math.min(agree, places), places });
  const counted = ballot && {
    ...ballot,
    silent: ballot.places - ballot.agree - ballot.against,
    at: <ClockText at={ballot.minute * minuteMs} />,
  };
  return (
    <div className="grid gap-1">
      <p>{places > 1 ? rule : t("places.unavailable")}</p>
      {counted ? <p>{say(`places.${counted.outcome}`, counted)}</p> : null}
    </div>
  );
}

/** Returns this deployment's last result, and each chosen place. */
function usePlaces({ ring, ringEndsAt, detail, opinions, ...monitor }: MonitorPlacesSectionProps): PlaceOpinion[] {
  const { t } = useWords();
  const regionNames = useFieldText(checkRegionsField.regions).choices;
  const continentNames = useFieldText(probeContinentsField.continents).choices;
  const [newest] = addTimesToMinutes(ring, ringEndsAt);
  const own = newest
    ? { verdict: newest.state, at: newest.at, milliseconds: newest.milliseconds, detail }
    : { verdict: "none", at: null, milliseconds: null, detail: "" };
  const said = (place: string, name: string, asks: boolean): PlaceOpinion => {
    const {
      verdict = "none",
      milliseconds = null,
      detail = "",
      minute,
      link,
    } = opinions.find(({ region }) => region === place) ?? {};
    const at = minute === undefined ? null : minute * minuteMs;
    return {
      name,
      verdict,
      milliseconds,
      detail,
      at,
      link,
      absent: !asks,
      nothing: t(asks ? "places.not_asked" : "places.absent"),
    };
  };
  return [
    { name: t("places.here"), nothing: t("fact.no_result_lately"), ...own },
    ...monitor.regions.map((each) => said(each, regionNames[each] ?? each, monitor.asksRegions)),
    ...monitor.continents.map((each) =>
      said(probePlaceName(each), t("places.probe", { continent: continentNames[each] ?? each }), monitor.asksProbes),
    ),
  ];
}

export function MonitorPlacesSection({ monitor }: { monitor: MonitorPlacesSectionProps }) {
  const { t } = useWords();
  const places = usePlaces(monitor);
  return (
    <Section title={t("places.section")}>
      {places.length === 1 ? (
        <p className="text-soft">{t("places.alone")}</p>
      ) : (
        <>
          <Counting monitor={monitor} places={places.filter(({ absent }) => !absent).length} />
          <ListPanel>
            {places.map((place) => (
              <PlaceRow key={place.name} place={place} />
            ))}
          </ListPanel>
        </>
      )}
    </Section>
  );
}
