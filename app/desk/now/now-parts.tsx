import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { isStampedWithin } from "~/rules/basics/instants";
import type { MailView } from "~/usecases/notices/view";
import type { Muted, NowView } from "~/usecases/now/read";
import { originPath, target } from "../alerts/alert-origin";
import { Button } from "../parts/button";
import { ButtonForm } from "../parts/form";
import { Detail, List, Row, RowLink } from "../parts/list";
import { Tag } from "../parts/status-mark";
import { AgoText, lengthWords, RangeText, TimeText } from "../parts/time-text";
import { useViewer } from "../parts/viewer";
import { incidentStatusWords, maintenanceStatusWords } from "../parts/words";
import { shareWords } from "../usage/usage-parts";

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
  /** Since when it owes its readers an update. */
  overdueSince?: number | null;
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
      {incidents.map((incident, index) => {
        const here = `/manage/${slug}/incidents/${incident.id}`;
        const publish = (
          <ButtonForm name="publish" action={here} version={incident.version} label={`Publish ${incident.title}`}>
            <Button look={index === 0 ? "primary" : "quiet"} label={`Publish ${incident.title}`}>
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
  const { now } = useViewer();
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
              {incident.overdueSince ? (
                <span className="font-medium text-degraded">
                  update overdue for {lengthWords(now - incident.overdueSince)}
                </span>
              ) : null}
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

interface MaintenancesProps {
  maintenances: NowMaintenance[];
  /** How many more are planned for later than next week. */
  later: number;
  slug: string;
}

/** What goes on and what comes within the week. */
export function Maintenances({ maintenances, later, slug }: MaintenancesProps) {
  const { now } = useViewer();
  return (
    <>
      {maintenances.length === 0 ? null : (
        <List>
          {maintenances.map((maintenance) => (
            <Row key={maintenance.id}>
              <RowLink to={`/manage/${slug}/maintenances/${maintenance.id}`}>
                <bdi>{maintenance.title}</bdi>
              </RowLink>
              <Detail>
                <span className={maintenance.status === "scheduled" ? "" : "font-medium text-maintenance"}>
                  {maintenanceStatusWords[maintenance.status]}
                </span>
                <RangeText from={maintenance.startsAt} to={maintenance.endsAt} />
                {maintenance.startsAt > now ? <span>begins in {lengthWords(maintenance.startsAt - now)}</span> : null}
                {maintenance.endsAt < now ? <span className="font-medium">overdue</span> : null}
              </Detail>
            </Row>
          ))}
        </List>
      )}
      {later > 0 ? (
        <p className="text-soft">
          {maintenances.length === 0 ? "Nothing within seven days; " : ""}
          {later} more scheduled later.{" "}
          <Link to={`/manage/${slug}/maintenances`} className={target}>
            See all
          </Link>
        </p>
      ) : null}
    </>
  );
}

const mutedPath = (slug: string, { kind, id }: Muted): string =>
  kind === "component" ? `/manage/${slug}/components/${id}` : originPath(slug, kind, id);

/** Of what nobody is notified for a while; each ends it on its own page. */
export function MutedThings({ muted, slug }: { muted: Muted[]; slug: string }) {
  return (
    <List>
      {muted.map((each) => (
        <Row key={each.id}>
          <RowLink to={mutedPath(slug, each)}>
            <bdi>{each.name}</bdi>
          </RowLink>
          <Detail>
            <span>
              {each.kind}, muted until <TimeText at={each.until} />
            </span>
          </Detail>
        </Row>
      ))}
    </List>
  );
}

const late = 15 * 60_000;

interface HealthProps {
  health: NowView["health"];
  mail: MailView;
  usage: NowView["usage"];
  slug: string;
}

const limitWords: Record<string, string> = { rowsRead: "database reads", rowsWritten: "database writes" };

/** One line a part: whether it runs; `off` = nobody asked for it. */
function Part({ good, off = false, children }: { good: boolean; off?: boolean; children: ReactNode }) {
  const tag = off ? <Tag>– Off</Tag> : good ? <Tag tone="good">✓ OK</Tag> : <Tag tone="waiting">! Check</Tag>;
  return (
    <li className="flex items-baseline gap-x-2">
      {tag}
      <span className="min-w-0">{children}</span>
    </li>
  );
}

function MailPart({ mail, slug }: Pick<HealthProps, "mail" | "slug">) {
  const { mailers, failingSince, waiting, dead } = mail;
  const good = failingSince === null && dead === 0 && (mailers > 0 || waiting === 0);
  return (
    <Part good={good} off={mailers === 0 && waiting === 0}>
      {mailers === 0
        ? "No mailer is set up: no emails are sent. "
        : failingSince === null
          ? "Email is working. "
          : "Email is failing. "}
      {waiting === 0
        ? "Nothing waits in the "
        : `${waiting} ${waiting === 1 ? "notice waits" : "notices wait"} in the `}
      <Link to={`/manage/${slug}/outbox`} className={target}>
        outbox
      </Link>
    </Part>
  );
}

/** Whether System health is well: the minute's work, what is behind, mail, the plan. */
export function Health({ health, mail, usage, slug }: HealthProps) {
  const { now } = useViewer();
  const { tickAt, settlePending, snapshotPending, lastDeliveryAt } = health;
  const runs = tickAt > 0 && isStampedWithin(tickAt, now, late);
  return (
    <ul className="grid gap-2">
      <Part good={runs}>
        {tickAt === 0
          ? "Automatic checks have not run yet"
          : runs
            ? "Automatic checks run"
            : "Automatic checks stopped"}
        {tickAt === 0 ? null : (
          <>
            , last <AgoText at={tickAt} />
          </>
        )}
        {runs
          ? ""
          : ". Scheduled changes, alert holds and “no data” detection are paused. Check the deployment’s cron trigger."}
      </Part>
      <Part good={!(settlePending || snapshotPending)}>
        {settlePending ? "Alerts are being processed. " : ""}
        {snapshotPending ? "The page is being published. " : ""}
        {settlePending || snapshotPending ? "" : "Everything is up to date. "}
        Last source delivery: {lastDeliveryAt === null ? "never" : <AgoText at={lastDeliveryAt} />}
      </Part>
      <MailPart mail={mail} slug={slug} />
      {usage ? (
        <Part good={usage.share < 0.7}>
          Scheduled jobs use {shareWords(usage.share)} of the plan’s {limitWords[usage.name]} in a day
        </Part>
      ) : null}
    </ul>
  );
}
