import { Link } from "@remix-run/react";
import { CorrectionLink } from "~/corrections/desk/correction-link";
import { Button } from "~/ui/parts/button";
import { SelectField, TextField } from "~/ui/parts/field";
import { ButtonForm, PostForm, useFormState } from "~/ui/parts/form";
import { Card, Fold, ListPanel, ListRow, ListRowDetail, Section } from "~/ui/parts/list";
import { Tag } from "~/ui/parts/status-mark";
import { DataTable, tableCellClass } from "~/ui/parts/table";
import { AgoText, shortDurationText, TimeText } from "~/ui/parts/time-text";
import type { AlertDetail } from "../read";
import { AlertCauseText } from "../shown/desk/alert-list";
import { AlertSeverityText } from "../shown/desk/alert-marks";
import { AlertOriginLink, inlineLinkTargetClass } from "../shown/desk/alert-origin";
import type { AlertWithLocalisedTitle } from "../shown/desk/alert-titles";
import { useWords } from "./words/words";

type Props = Omit<AlertDetail, "alert"> & { alert: AlertWithLocalisedTitle<AlertDetail["alert"]>; slug: string };
type Episode = Props["episodes"][number];

function Acknowledged({ at, by }: { at: number; by: string | null }) {
  const { say } = useWords();
  const ago = <AgoText at={at} />;
  return (
    <span>
      {by ? say("fact.acknowledged_by", { ago, name: <bdi>{by}</bdi> }) : say("fact.acknowledged_ago", { ago })}
    </span>
  );
}

/** Shows an alert's facts: its origin, cause, severity, times and who has acknowledged it. */
export function AlertRowDetail({ alert, acknowledgedByName, slug }: Props) {
  const { t, say } = useWords();
  return (
    <ListRowDetail>
      <AlertOriginLink slug={slug} family={alert.family} id={alert.sourceId} name={alert.sourceName} />
      {alert.because ? <AlertCauseText cause={alert.because} slug={slug} /> : null}
      <AlertSeverityText severity={alert.severity} />
      <span>{say("fact.since", { time: <TimeText at={alert.startedAt} /> })}</span>
      {alert.endedAt === null ? null : <span>{say("fact.recovered", { time: <TimeText at={alert.endedAt} /> })}</span>}
      <span>{say("fact.times_last", { count: alert.count, ago: <AgoText at={alert.lastSeenAt} /> })}</span>
      {alert.flappingSince === null ? null : (
        <span>{say("fact.flapping", { time: <TimeText at={alert.flappingSince} /> })}</span>
      )}
      {alert.acknowledgedAt === null ? null : <Acknowledged at={alert.acknowledgedAt} by={acknowledgedByName} />}
      {alert.link ? (
        <a href={alert.link} rel="noreferrer" className={inlineLinkTargetClass}>
          {t("fact.open")}
        </a>
      ) : null}
    </ListRowDetail>
  );
}

export function AlertLabelTable({ labels }: { labels: Record<string, string> }) {
  const { t } = useWords();
  const names = Object.keys(labels).sort();
  if (names.length === 0) return null;
  return (
    <DataTable label={t("labels.title")} heads={[t("labels.name"), t("labels.value")]}>
      {names.map((name) => (
        <tr key={name}>
          <th scope="row" className={`${tableCellClass} text-start font-medium`}>
            <bdi>{name}</bdi>
          </th>
          <td className={`${tableCellClass} [overflow-wrap:anywhere]`}>
            <bdi>{labels[name]}</bdi>
          </td>
        </tr>
      ))}
    </DataTable>
  );
}

/** Lists each escalation: when people were notified that the alert was not acknowledged, and who. */
function ToldSteps({ told }: Pick<Episode, "told">) {
  const { t, list } = useWords();
  if (told.length === 0) return null;
  return (
    <div>
      <p className="font-medium">{t("told.title")}</p>
      <ol className="grid gap-1">
        {told.map(({ at, people, channels }) => {
          const names = [...people, ...channels].map(({ name }) => name);
          return (
            <li key={at} className="flex flex-wrap gap-x-2 text-soft">
              <TimeText at={at} />
              <bdi>{names.length === 0 ? t("told.nobody") : t("told.to", { names: list(names) })}</bdi>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

/** Lists each firing, how long it lasted and what became of it. */
export function AlertEpisodesPanel({
  alert,
  episodes,
  slug,
  now,
}: Pick<Props, "alert" | "episodes" | "slug"> & { now: number }) {
  const { t, say, language } = useWords();
  return (
    <ListPanel>
      {episodes.map((each) => (
        <ListRow key={each.startedAt}>
          <p className="flex flex-wrap items-center gap-2">
            {each.endedAt === null ? <Tag tone="alarm">{t("episode.firing")}</Tag> : <Tag>{t("episode.resolved")}</Tag>}
            <TimeText at={each.startedAt} />
          </p>
          <ListRowDetail>
            <span>
              {t("episode.lasted", { length: shortDurationText((each.endedAt ?? now) - each.startedAt, language) })}
            </span>
            {each.incidentId === null ? null : (
              <Link to={`/manage/${slug}/incidents/${each.incidentId}`} className={inlineLinkTargetClass}>
                {t("episode.incident")}
              </Link>
            )}
            {each.dismissedAt === null ? null : (
              <span>
                {each.dismissedReason
                  ? say("episode.dismissed", { reason: <bdi>{each.dismissedReason}</bdi> })
                  : t("episode.dismissed_bare")}
              </span>
            )}
            {alert.family === null || each.dismissedAt !== null ? null : (
              <CorrectionLink
                slug={slug}
                report={{ source: alert.sourceId, from: each.startedAt, to: each.endedAt ?? now }}
              />
            )}
          </ListRowDetail>
          <ToldSteps told={each.told} />
        </ListRow>
      ))}
    </ListPanel>
  );
}

/** Attaches the alert to an open incident or to another one, so that no incident opens for it. */
export function AttachAlertForm({ alert, incidents }: Pick<Props, "alert" | "incidents">) {
  const { t } = useWords();
  const state = useFormState("attach");
  const others = incidents.filter(({ id }) => id !== alert.incidentId);
  if (others.length === 0) return null;
  const choices = others.map(({ id, title, visibility }) => ({
    value: id,
    label: visibility === "draft" ? t("attach.draft", { title }) : title,
  }));
  const label = t(alert.incidentId === null ? "attach.first" : "attach.another");
  const form = (
    <PostForm name="attach">
      <Card>
        <SelectField
          name="incident"
          label={label}
          hint={t("attach.about")}
          value={others[0]?.id ?? ""}
          choices={choices}
        />
        <div>
          <Button>{t("attach.button")}</Button>
        </div>
      </Card>
    </PostForm>
  );
  // An alert that has its incident is rarely attached to another one.
  if (alert.incidentId === null) return form;
  return (
    <Fold title={label} open={state !== null}>
      {form}
    </Fold>
  );
}

/** Undoes attaching. */
export function DetachAlertForm({ alert }: Pick<Props, "alert">) {
  const { t } = useWords();
  if (alert.incidentId === null) return null;
  return (
    <ButtonForm name="detach">
      <Button>{t("attach.detach")}</Button>
    </ButtonForm>
  );
}

/** Undoes dismissing. */
export function RestoreAlertForm() {
  const { t } = useWords();
  return (
    <Section title={t("page.mistaken")}>
      <p className="text-soft">{t("page.mistaken_about")}</p>
      <ButtonForm name="restore">
        <Button>{t("dismiss.restore")}</Button>
      </ButtonForm>
    </Section>
  );
}

/** Dismisses this firing, so that it no longer counts. */
export function DismissAlertFold() {
  const { t } = useWords();
  return (
    <Fold title={t("dismiss.this")} open={useFormState("dismiss-alert") !== null}>
      <PostForm name="dismiss-alert">
        <TextField name="reason" label={t("dismiss.reason")} hint={t("dismiss.about")} required />
        <div>
          <Button look="danger">{t("dismiss.button")}</Button>
        </div>
      </PostForm>
    </Fold>
  );
}
