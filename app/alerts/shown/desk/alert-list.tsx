import { Link, useLocation } from "@remix-run/react";
import type { ComponentType, ReactNode } from "react";
import type { NowAlert } from "~/now/firing-groups";
import { Button, ButtonLink } from "~/ui/parts/button";
import { TextField } from "~/ui/parts/field";
import { ButtonForm, PostForm, useFormState } from "~/ui/parts/form";
import { ListPanel, ListRow, ListRowDetail, RowLink } from "~/ui/parts/list";
import { ClockText } from "~/ui/parts/time-text";
import { ButtonFold } from "~/ui/parts/unfold";
import { useWords } from "../../desk/words/words";
import { AlertSeverityText, AlertStateTag } from "./alert-marks";
import {
  type AlertCause,
  AlertOriginLink,
  alertCausePath,
  alertPath,
  inlineLinkTargetClass,
  newIncidentPath,
} from "./alert-origin";
import type { AlertWithLocalisedTitle } from "./alert-titles";

/** An alert with the title that this page shows. */
type ListedAlert = AlertWithLocalisedTitle<Omit<NowAlert, "acknowledgedByName"> & Partial<NowAlert>>;

interface AlertListProps {
  alerts: ListedAlert[];
  slug: string;
  editable: boolean;
  /** The checkbox with which several alerts are chosen for the form below (alert-tick). */
  tick?: ComponentType<{ alert: ListedAlert }> | null;
  /** The source, monitor or heartbeat under which the list is shown, and which its rows therefore need not name. */
  within?: string | undefined;
  /** Returns true when the alert has no open incident yet, so that a new one is offered. */
  opensIncident?(alert: ListedAlert): boolean;
  /** More about an alert in the line below its title. It stands alone then: what its title names is not repeated. */
  detailOf?(alert: ListedAlert): ReactNode;
}

/** Returns the page to which the forms post: Now, which leads `back` to the page of the list. */
const actionOf = (slug: string) => `/manage/${slug}?index`;

interface AlertActionProps {
  alert: ListedAlert;
  slug: string;
  /** True when the alerts have no open incident yet, so that a new one is offered. */
  opens: boolean;
}

/** A form of a single button. */
function OnePress({
  alert: { id, title },
  slug,
  deed,
}: Omit<AlertActionProps, "opens"> & { deed: "acknowledge" | "restore" }) {
  const { t } = useWords();
  const { pathname } = useLocation();
  const [named, button] =
    deed === "restore"
      ? [t("dismiss.restore_named", { title }), t("dismiss.restore")]
      : [t("acknowledge.named", { title }), t("acknowledge.button")];
  return (
    <ButtonForm name={`${deed}-${id}`} action={actionOf(slug)} hidden={{ intent: deed, id, back: pathname }}>
      <Button label={named}>{button}</Button>
    </ButtonForm>
  );
}

function Dismissal({ alert, slug }: Omit<AlertActionProps, "opens">) {
  const { t } = useWords();
  const { pathname } = useLocation();
  const form = `dismiss-${alert.id}`;
  return (
    <ButtonFold label={t("dismiss.unfold")} about={alert.title} open={useFormState(form) !== null}>
      <PostForm name={form} action={actionOf(slug)} hidden={{ intent: "dismiss-alert", id: alert.id, back: pathname }}>
        <TextField name="reason" label={t("dismiss.reason")} hint={t("dismiss.about")} required />
        <div>
          <Button look="danger" label={t("dismiss.named", { title: alert.title })}>
            {t("dismiss.button")}
          </Button>
        </div>
      </PostForm>
    </ButtonFold>
  );
}

function Deeds({ opens, ...given }: AlertActionProps) {
  const { t } = useWords();
  const { id, title, acknowledgedAt, dismissedAt } = given.alert;
  if (dismissedAt !== null) return <OnePress {...given} deed="restore" />;
  return (
    <>
      {acknowledgedAt === null ? <OnePress {...given} deed="acknowledge" /> : null}
      {opens ? (
        <ButtonLink to={newIncidentPath(given.slug, id)} label={t("link.new_incident_named", { title })}>
          {t("link.new_incident")}
        </ButtonLink>
      ) : null}
      <Dismissal {...given} />
    </>
  );
}

export function AlertCauseText({ cause, slug }: { cause: AlertCause; slug: string }) {
  const name = (
    <Link to={alertCausePath(slug, cause)} className={inlineLinkTargetClass}>
      <bdi>{cause.name}</bdi>
    </Link>
  );
  return <span className="font-medium">{useWords().say("fact.because", { name })}</span>;
}

function Acknowledged({ by }: { by: string | null }) {
  const { t, say } = useWords();
  return <span>{by === null ? t("fact.acknowledged") : say("link.by", { name: <bdi>{by}</bdi> })}</span>;
}

type FactsProps = Pick<AlertListProps, "slug" | "within" | "detailOf"> & { alert: ListedAlert };

function Facts({ alert, slug, within, detailOf }: FactsProps) {
  const { t, say } = useWords();
  const isNamed = detailOf !== undefined && alert.isOurs && alert.family !== "source";
  return (
    <ListRowDetail links={detailOf !== undefined && (!isNamed || alert.because !== null)}>
      {isNamed || within === alert.sourceId ? null : (
        <AlertOriginLink slug={slug} family={alert.family} id={alert.sourceId} name={alert.sourceName} />
      )}
      {alert.because ? <AlertCauseText cause={alert.because} slug={slug} /> : null}
      <AlertSeverityText severity={alert.severity} />
      <span>{say("fact.since", { time: <ClockText at={alert.startedAt} /> })}</span>
      {detailOf?.(alert)}
      {alert.count > 1 ? <span>{t("fact.times", { count: alert.count })}</span> : null}
      {alert.acknowledgedAt === null ? null : <Acknowledged by={alert.acknowledgedByName ?? null} />}
      {alert.link ? (
        <a
          href={alert.link}
          rel="noreferrer"
          className={inlineLinkTargetClass}
          aria-label={t("fact.open_named", { title: alert.title })}
        >
          {t("fact.open")}
        </a>
      ) : null}
    </ListRowDetail>
  );
}

interface AlertRowProps extends Omit<AlertListProps, "alerts"> {
  alert: ListedAlert;
}

/** The box has a column of its own, so that all lines next to it have the same left edge. */
function AlertRow({ alert, slug, editable, tick: Tick = null, within, opensIncident, detailOf }: AlertRowProps) {
  const lasts = editable && alert.state === "firing";
  return (
    <ListRow actions={lasts ? <Deeds alert={alert} slug={slug} opens={opensIncident?.(alert) ?? false} /> : null}>
      <div className="flex items-start gap-2">
        {lasts && Tick && alert.dismissedAt === null ? (
          <span className="-my-2.5">
            <Tick alert={alert} />
          </span>
        ) : null}
        <div className="grid min-w-0 flex-1 gap-0.5">
          <p className="flex flex-wrap items-baseline gap-2 font-medium">
            <AlertStateTag alert={alert} />
            <span className="flex min-w-0 flex-1 basis-40">
              <RowLink to={alertPath(slug, alert.id)}>{alert.isOurs ? alert.title : <bdi>{alert.title}</bdi>}</RowLink>
            </span>
          </p>
          <Facts alert={alert} slug={slug} within={within} {...(detailOf ? { detailOf } : {})} />
        </div>
      </div>
    </ListRow>
  );
}

/** Lists the alerts of tools, monitors and heartbeats, with links to those. */
export function AlertsPanel({ alerts, ...shared }: AlertListProps) {
  return (
    <ListPanel>
      {alerts.map((alert) => (
        <AlertRow key={alert.id} alert={alert} {...shared} />
      ))}
    </ListPanel>
  );
}
