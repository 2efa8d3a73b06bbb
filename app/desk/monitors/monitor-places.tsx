import type { Status } from "~/rules/basics/status";
import { placesFields } from "~/rules/monitors/fields";
import type { Ballot } from "~/rules/monitors/monitor";
import { useFieldText } from "../parts/field-text";
import { Detail, List, Row, Section } from "../parts/list";
import { StatusShape } from "../parts/status-mark";
import { TimeText } from "../parts/time-text";
import type { ShownMonitor } from "./monitor-facts";
import { placedMinutes } from "./monitor-parts";
import { latencyText, verdictText } from "./monitor-words";
import { useWords } from "./words";

interface ShownOpinion {
  region: string;
  verdict: string;
  minute: number;
  milliseconds: number | null;
  detail: string;
}

export interface WatchedFrom extends ShownMonitor {
  regions: string[];
  agree: number | null;
  opinions: ShownOpinion[];
  ballot: Ballot | null;
  /** This deployment can ask other regions. */
  asksRegions: boolean;
}

interface Place {
  name: string;
  verdict: string;
  at: number | null;
  milliseconds: number | null;
  detail: string;
}

const shapes: Record<string, Status> = {
  up: "operational",
  degraded: "degraded_performance",
  down: "major_outage",
};

/** What one place said last: shape and word, when, how long it took, and why. */
function PlaceRow({ place: { name, verdict, at, milliseconds, detail } }: { place: Place }) {
  const words = useWords();
  const word = at === null ? words.t("places.not_asked") : verdictText(words, verdict);
  return (
    <Row>
      <p className="flex flex-wrap items-center gap-x-3">
        <span className="inline-flex items-center gap-1.5 font-medium">
          <StatusShape status={shapes[verdict] ?? "no_data"} />
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
        <Detail>
          <TimeText at={at} />
          {milliseconds === null ? null : <span>{latencyText(words, milliseconds)}</span>}
        </Detail>
      )}
    </Row>
  );
}

/** How many places must agree, and what they came to when they were last asked. */
function Counting({ monitor: { regions, agree, ballot, asksRegions } }: { monitor: WatchedFrom }) {
  const { t, say } = useWords();
  const places = 1 + regions.length;
  const rule = agree === null ? t("places.rule_all") : t("places.rule", { need: Math.min(agree, places), places });
  const counted = ballot && {
    ...ballot,
    silent: ballot.places - ballot.agree - ballot.against,
    at: <TimeText at={ballot.minute * 60_000} />,
  };
  return (
    <div className="grid gap-1">
      <p>{asksRegions ? rule : t("places.unavailable")}</p>
      {counted ? <p>{say(`places.${counted.outcome}`, counted)}</p> : null}
    </div>
  );
}

/** What this deployment found out last, and each region that was chosen. */
function usePlaces({ ring, ringEndsAt, detail, regions, opinions }: WatchedFrom): Place[] {
  const { t } = useWords();
  const { choices } = useFieldText(placesFields.regions);
  const [newest] = placedMinutes(ring, ringEndsAt);
  const own = newest
    ? { verdict: newest.state, at: newest.at, milliseconds: newest.milliseconds, detail }
    : { verdict: "none", at: null, milliseconds: null, detail: "" };
  const others = regions.map((region) => {
    const said = opinions.find((each) => each.region === region);
    const { verdict = "none", milliseconds = null, detail = "" } = said ?? {};
    return { name: choices[region] ?? region, verdict, milliseconds, detail, at: said ? said.minute * 60_000 : null };
  });
  return [{ name: t("places.here"), ...own }, ...others];
}

export function MonitorPlaces({ monitor }: { monitor: WatchedFrom }) {
  const { t } = useWords();
  const places = usePlaces(monitor);
  return (
    <Section title={t("places.section")}>
      {monitor.regions.length === 0 ? <p className="text-soft">{t("places.alone")}</p> : <Counting monitor={monitor} />}
      <List>
        {places.map((place) => (
          <PlaceRow key={place.name} place={place} />
        ))}
      </List>
    </Section>
  );
}
