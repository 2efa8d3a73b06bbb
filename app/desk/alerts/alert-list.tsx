import { Link } from "@remix-run/react";
import type { NowAlert as ListedAlert } from "~/usecases/now/firing";
import { Button } from "../parts/button";
import { TextField } from "../parts/field";
import { ButtonForm, PostForm, useFormState } from "../parts/form";
import { Detail, List, Row, RowLink } from "../parts/list";
import { Tag } from "../parts/status-mark";
import { AgoText } from "../parts/time-text";
import { Unfold } from "../parts/unfold";
import { severityWords } from "../parts/words";
import { AlertOrigin, originPath, target } from "./alert-origin";

interface AlertListProps {
  alerts: ListedAlert[];
  slug: string;
  editable: boolean;
  /** They stand under this source, monitor or heartbeat, which need not be named again. */
  within?: string;
}

/** Where its forms post: Now. */
const actionOf = (slug: string) => `/manage/${slug}?index`;

/** Ids hold a hash; nothing in them needs to be escaped but what a stranger might have typed. */
export const alertPath = (slug: string, id: string): string => `/manage/${slug}/alerts/${encodeURIComponent(id)}`;

function Acknowledge({ alert, slug }: { alert: ListedAlert; slug: string }) {
  if (alert.acknowledgedAt !== null) return null;
  return (
    <ButtonForm
      name={`acknowledge-${alert.id}`}
      action={actionOf(slug)}
      hidden={{ intent: "acknowledge", id: alert.id }}
    >
      <Button label={`Acknowledge ${alert.title}`}>Acknowledge</Button>
    </ButtonForm>
  );
}

function Dismissal({ alert, slug }: { alert: ListedAlert; slug: string }) {
  const form = `dismiss-${alert.id}`;
  return (
    <Unfold label="Dismiss" about={alert.title} open={useFormState(form) !== null}>
      <PostForm name={form} action={actionOf(slug)} hidden={{ intent: "dismiss-alert", id: alert.id }}>
        <TextField
          name="reason"
          label="Reason (optional)"
          hint="This alert no longer affects component status. If it fires again, it counts."
          required
        />
        <div>
          <Button look="danger" label={`Dismiss the alert ${alert.title}`}>
            Dismiss the alert
          </Button>
        </div>
      </PostForm>
    </Unfold>
  );
}

const Deeds = (given: { alert: ListedAlert; slug: string }) => (
  <>
    <Acknowledge {...given} />
    <Dismissal {...given} />
  </>
);

function StateTag({ alert }: { alert: ListedAlert }) {
  if (alert.dismissedAt !== null) return <Tag>Dismissed</Tag>;
  return alert.state === "firing" ? <Tag tone="alarm">Firing</Tag> : <Tag tone="good">Recovered</Tag>;
}

function Because({ cause, slug }: { cause: { id: string; name: string }; slug: string }) {
  return (
    <span className="font-medium">
      because of{" "}
      <Link to={originPath(slug, "monitor", cause.id)} className={target}>
        <bdi>{cause.name}</bdi>
      </Link>
    </span>
  );
}

function Facts({ alert, slug, within }: { alert: ListedAlert; slug: string; within: string | undefined }) {
  return (
    <Detail>
      {within === alert.sourceId ? null : (
        <AlertOrigin slug={slug} family={alert.family} id={alert.sourceId} name={alert.sourceName} />
      )}
      {alert.because ? <Because cause={alert.because} slug={slug} /> : null}
      {alert.severity ? <span>{severityWords[alert.severity] ?? alert.severity}</span> : null}
      <span>
        since <AgoText at={alert.startedAt} />
      </span>
      {alert.count > 1 ? <span>heard {alert.count} times</span> : null}
      {alert.acknowledgedAt === null ? null : <span>acknowledged</span>}
      {alert.link ? (
        <a href={alert.link} rel="noreferrer" className={target}>
          Open in source<span className="sr-only">: {alert.title}</span>
        </a>
      ) : null}
    </Detail>
  );
}

/** What tools, monitors and heartbeats said, with the way back to them. */
export function AlertList({ alerts, slug, editable, within }: AlertListProps) {
  return (
    <List>
      {alerts.map((alert) => {
        const open = editable && alert.state === "firing" && alert.dismissedAt === null;
        return (
          <Row key={alert.id} actions={open ? <Deeds alert={alert} slug={slug} /> : null}>
            <p className="flex flex-wrap items-center gap-2 font-medium">
              <StateTag alert={alert} />
              <RowLink to={alertPath(slug, alert.id)}>
                <bdi>{alert.title}</bdi>
              </RowLink>
            </p>
            <Facts alert={alert} slug={slug} within={within} />
          </Row>
        );
      })}
    </List>
  );
}
