import { Button } from "./button";
import { TextField } from "./field";
import { ButtonForm, PostForm } from "./form";
import { Detail, Fold, List, Row } from "./list";
import { Tag } from "./status-mark";
import { AgoText } from "./time-text";
import { severityWords } from "./words";

export interface ListedAlert {
  id: string;
  key: string;
  title: string;
  severity: string | null;
  state: string;
  link: string | null;
  startedAt: number;
  endedAt: number | null;
  count: number;
  acknowledgedAt: number | null;
  dismissedAt: number | null;
}

interface AlertListProps {
  alerts: ListedAlert[];
  /** Where its forms post: Now. */
  action: string;
  editable: boolean;
}

function Deeds({ alert, action }: { alert: ListedAlert; action: string }) {
  return (
    <div className="grid gap-2">
      {alert.acknowledgedAt === null ? (
        <ButtonForm name={`acknowledge-${alert.id}`} action={action} hidden={{ intent: "acknowledge", id: alert.id }}>
          <Button label={`Acknowledge ${alert.title}`}>Acknowledge</Button>
        </ButtonForm>
      ) : null}
    </div>
  );
}

function Dismissal({ alert, action }: { alert: ListedAlert; action: string }) {
  return (
    <li className="px-4 pb-3">
      <Fold title={`Dismiss “${alert.title}”`}>
        <PostForm name={`dismiss-${alert.id}`} action={action} hidden={{ intent: "dismiss-alert", id: alert.id }}>
          <TextField
            name="reason"
            label="Why it does not count"
            hint="This firing no longer moves its components. The next one counts again."
            required
          />
          <div>
            <Button look="danger">Dismiss the alert</Button>
          </div>
        </PostForm>
      </Fold>
    </li>
  );
}

/** What the tools said, with the way back to them. */
export function AlertList({ alerts, action, editable }: AlertListProps) {
  return (
    <List>
      {alerts.map((alert) => {
        const firing = alert.state === "firing" && alert.dismissedAt === null;
        return [
          <Row key={alert.id} actions={firing && editable ? <Deeds alert={alert} action={action} /> : null}>
            <p className="flex flex-wrap items-center gap-2 font-medium">
              <Tag tone={firing ? "alarm" : "good"}>
                {firing ? "Firing" : alert.dismissedAt ? "Dismissed" : "Recovered"}
              </Tag>
              <bdi>{alert.title}</bdi>
            </p>
            <Detail>
              {alert.severity ? <span>{severityWords[alert.severity] ?? alert.severity}</span> : null}
              <span>
                since <AgoText at={alert.startedAt} />
              </span>
              {alert.acknowledgedAt ? <span>acknowledged</span> : null}
              {alert.link ? (
                <a href={alert.link} rel="noreferrer">
                  Open in its tool<span className="sr-only">: {alert.title}</span>
                </a>
              ) : null}
            </Detail>
          </Row>,
          firing && editable ? <Dismissal key={`${alert.id}-dismiss`} alert={alert} action={action} /> : null,
        ];
      })}
    </List>
  );
}
