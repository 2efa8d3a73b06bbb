import type { Banner } from "~/rules/status";
import { Button } from "./button";
import { ButtonForm } from "./form";
import { Detail, List, Row, RowLink } from "./list";
import { Notice } from "./notice";
import { Tag } from "./status-mark";
import { AgoText, RangeText } from "./time-text";
import { bannerWords, incidentStatusWords, maintenanceStatusWords } from "./words";

export interface NowIncident {
  id: string;
  title: string;
  status: string;
  visibility: string;
  version: number;
  startedAt: number;
  lastUpdateAt: number | null;
  recoveredAt: number | null;
  edited: boolean;
}

interface IncidentsProps {
  incidents: NowIncident[];
  slug: string;
  editable: boolean;
}

/** Each draft with its one button. */
export function Drafts({ incidents, slug, editable }: IncidentsProps) {
  return (
    <List>
      {incidents.map((incident) => {
        const here = `/manage/${slug}/incidents/${incident.id}`;
        const publish = (
          <ButtonForm name="publish" action={here} version={incident.version} label={`Publish ${incident.title}`}>
            <Button look="primary" label={`Publish ${incident.title}`}>
              Publish
            </Button>
          </ButtonForm>
        );
        return (
          <Row key={incident.id} actions={editable ? publish : null}>
            <RowLink to={here}>
              <bdi>{incident.title}</bdi>
            </RowLink>
            <Detail>
              <span>
                began <AgoText at={incident.startedAt} />
              </span>
              {incident.recoveredAt === null ? null : <span>all alerts have recovered</span>}
            </Detail>
          </Row>
        );
      })}
    </List>
  );
}

function ResolveButton({ incident, here }: { incident: NowIncident; here: string }) {
  return (
    <ButtonForm
      name="update"
      action={here}
      version={incident.version}
      hidden={{ status: "resolved", body: "", notify: "on" }}
      label={`Resolve ${incident.title}`}
    >
      <Button name="intent" value="resolve" label={`Resolve ${incident.title}`}>
        Resolve
      </Button>
    </ButtonForm>
  );
}

/** What is open, how old its last word is, and whether its alerts have recovered. */
export function OpenIncidents({ incidents, slug, editable }: IncidentsProps) {
  return (
    <List>
      {incidents.map((incident) => {
        const here = `/manage/${slug}/incidents/${incident.id}`;
        const recovered = incident.recoveredAt !== null;
        return (
          <Row
            key={incident.id}
            actions={recovered && editable ? <ResolveButton incident={incident} here={here} /> : null}
          >
            <p className="flex flex-wrap items-center gap-2">
              <Tag tone="alarm">{incidentStatusWords[incident.status] ?? incident.status}</Tag>
              <RowLink to={here}>
                <bdi>{incident.title}</bdi>
              </RowLink>
            </p>
            <Detail>
              <span>
                last update <AgoText at={incident.lastUpdateAt ?? incident.startedAt} />
              </span>
              {recovered ? <span className="font-medium text-operational">all alerts have recovered</span> : null}
            </Detail>
          </Row>
        );
      })}
    </List>
  );
}

export interface NowMaintenance {
  id: string;
  title: string;
  status: string;
  startsAt: number;
  endsAt: number;
}

export function Maintenances({ maintenances }: { maintenances: NowMaintenance[] }) {
  return (
    <List>
      {maintenances.map((maintenance) => (
        <Row key={maintenance.id}>
          <p className="font-medium">
            <bdi>{maintenance.title}</bdi>
          </p>
          <Detail>
            <span>{maintenanceStatusWords[maintenance.status]}</span>
            <RangeText from={maintenance.startsAt} to={maintenance.endsAt} />
          </Detail>
        </Row>
      ))}
    </List>
  );
}

/** The words that stand at the top of the public page. */
export function BannerNow({ banner, slug }: { banner: Banner | null; slug: string }) {
  return (
    <p>
      <span className="text-soft">Visitors see: </span>
      <strong>{banner ? bannerWords[banner.state] : "nothing yet"}</strong> ·{" "}
      <a href={`/${slug}`} className="-my-2.5 inline-flex min-h-11 items-center">
        Open the page
      </a>
    </p>
  );
}

const late = 15 * 60_000;

interface HealthProps {
  /** Last finished tick, 0 = never; instants in ms. */
  tickAt: number;
  settlePending: boolean;
  snapshotPending: boolean;
  lastDeliveryAt: number | null;
  now: number;
}

/** Whether the minute's work runs; when not, what it means and what to do. */
export function Health({ tickAt, settlePending, snapshotPending, lastDeliveryAt, now }: HealthProps) {
  const runs = tickAt > 0 && now - tickAt <= late;
  if (!runs) {
    return (
      <Notice tone="warning">
        {tickAt === 0 ? "Automatic checks have not run yet." : "Automatic checks stopped: last tick "}
        {tickAt === 0 ? null : <AgoText at={tickAt} />} Holds, planned edges and “no data” wait for them. Look at the
        cron trigger of the deployment.
      </Notice>
    );
  }
  return (
    <p className="flex flex-wrap gap-x-3 text-sm text-soft">
      <span>Automatic checks run</span>
      <span>last delivery {lastDeliveryAt === null ? "never" : <AgoText at={lastDeliveryAt} />}</span>
      {settlePending ? <span>alerts are being settled</span> : null}
      {snapshotPending ? <span>the page is being published</span> : null}
    </p>
  );
}
