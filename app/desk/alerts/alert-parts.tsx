import { Link } from "@remix-run/react";
import type { OneAlert } from "~/usecases/alerts/read";
import { Button } from "../parts/button";
import { SelectField, TextField } from "../parts/field";
import { ButtonForm, PostForm, useFormState } from "../parts/form";
import { Card, Detail, Fold, List, Row } from "../parts/list";
import { Tag } from "../parts/status-mark";
import { cell, DataTable } from "../parts/table";
import { AgoText, lengthWords, TimeText } from "../parts/time-text";
import { severityWords, visibilityWords } from "../parts/words";
import { AlertOrigin, target } from "./alert-origin";

type Props = OneAlert & { slug: string };

/** What it is, since when, from where, who has seen it. */
export function AlertFacts({ alert, acknowledgedByName, slug }: Props) {
  return (
    <Detail>
      <AlertOrigin slug={slug} family={alert.family} id={alert.sourceId} name={alert.sourceName} />
      {alert.severity ? <span>{severityWords[alert.severity] ?? alert.severity}</span> : null}
      <span>
        since <TimeText at={alert.startedAt} />
      </span>
      {alert.endedAt === null ? null : (
        <span>
          recovered <TimeText at={alert.endedAt} />
        </span>
      )}
      <span>
        heard {alert.count === 1 ? "once" : `${alert.count} times`}, last <AgoText at={alert.lastSeenAt} />
      </span>
      {alert.acknowledgedAt === null ? null : (
        <span>
          acknowledged <AgoText at={alert.acknowledgedAt} /> {acknowledgedByName ? `by ${acknowledgedByName}` : ""}
        </span>
      )}
      {alert.link ? (
        <a href={alert.link} rel="noreferrer" className={target}>
          Open in source
        </a>
      ) : null}
    </Detail>
  );
}

/** What its tool said of it. */
export function Labels({ labels }: { labels: Record<string, string> }) {
  const names = Object.keys(labels).sort();
  if (names.length === 0) return null;
  return (
    <DataTable label="Labels" heads={["Label", "Value"]}>
      {names.map((name) => (
        <tr key={name}>
          <th scope="row" className={`${cell} text-start font-medium`}>
            <bdi>{name}</bdi>
          </th>
          <td className={`${cell} [overflow-wrap:anywhere]`}>
            <bdi>{labels[name]}</bdi>
          </td>
        </tr>
      ))}
    </DataTable>
  );
}

/** Each firing, how long it was and what became of it. */
export function Episodes({ episodes, slug, now }: Pick<Props, "episodes" | "slug"> & { now: number }) {
  return (
    <List>
      {episodes.map((each) => (
        <Row key={each.startedAt}>
          <p className="flex flex-wrap items-center gap-2">
            {each.endedAt === null ? <Tag tone="alarm">Firing</Tag> : <Tag>Resolved</Tag>}
            <TimeText at={each.startedAt} />
          </p>
          <Detail>
            <span>for {lengthWords((each.endedAt ?? now) - each.startedAt)}</span>
            {each.incidentId === null ? null : (
              <Link to={`/manage/${slug}/incidents/${each.incidentId}`} className={target}>
                its incident
              </Link>
            )}
            {each.dismissedAt === null ? null : (
              <span>
                dismissed: <bdi>{each.dismissedReason ?? "no reason given"}</bdi>
              </span>
            )}
          </Detail>
        </Row>
      ))}
    </List>
  );
}

/** To an open incident, to another one, or away: no other incident opens for it meanwhile. */
export function AttachForm({ alert, incidents }: Pick<Props, "alert" | "incidents">) {
  const others = incidents.filter(({ id }) => id !== alert.incidentId);
  if (others.length === 0) return null;
  const choices = others.map(({ id, title, visibility }) => ({
    value: id,
    label: visibility === "draft" ? `${title} (${visibilityWords.draft?.toLowerCase()})` : title,
  }));
  return (
    <PostForm name="attach">
      <Card>
        <SelectField
          name="incident"
          label={alert.incidentId === null ? "It belongs to" : "Attach to another incident"}
          hint="Alerts grouped with it are attached too. They won’t open another incident, and this incident is updated when they recover."
          value={others[0]?.id ?? ""}
          choices={choices}
        />
        <div>
          <Button>Attach to this incident</Button>
        </div>
      </Card>
    </PostForm>
  );
}

/** The way back from attaching. */
export function Detach({ alert }: Pick<Props, "alert">) {
  if (alert.incidentId === null) return null;
  return (
    <ButtonForm name="detach">
      <Button>Detach from incident</Button>
    </ButtonForm>
  );
}

/** Takes this firing out of the count. */
export function DismissFold() {
  return (
    <Fold title="Dismiss this firing" open={useFormState("dismiss-alert") !== null}>
      <PostForm name="dismiss-alert">
        <TextField
          name="reason"
          label="Reason (optional)"
          hint="It no longer affects component status. If it fires again, it counts."
          required
        />
        <div>
          <Button look="danger">Dismiss the alert</Button>
        </div>
      </PostForm>
    </Fold>
  );
}
