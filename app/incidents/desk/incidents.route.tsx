import { Link, useLoaderData } from "@remix-run/react";
import { inlineLinkTargetClass } from "~/alerts/shown/desk/alert-origin";
import type { RouteGuard } from "~/http/guard";
import { pageDeskHandler, unwrapOrThrow } from "~/ui/frame/desk";
import { useHasRole } from "~/ui/frame/may";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { ButtonLinks } from "~/ui/parts/button";
import { useFieldText } from "~/ui/parts/field-text";
import { FilterLinks } from "~/ui/parts/filter-links";
import { EmptyState, List, ListDetail, ListRow, PageHead, RowLink } from "~/ui/parts/list";
import { Pager } from "~/ui/parts/pager";
import { Tag } from "~/ui/parts/status-mark";
import { AgoText, TimeText } from "~/ui/parts/time-text";
import { useWordTable } from "~/ui/parts/words";
import { listIncidents } from "../list";
import { incidentFields } from "../rules/fields";
import { isAnnouncementSummary } from "../rules/impact";
import { OpenedByAlertNote } from "./opened-by-alert";
import { useWords, wordsIn } from "./words/words";

export const handle = { guard: { kind: "member", role: "viewer" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "list.title");

const filters = ["all", "open", "draft", "closed"] as const;

const filterOf = (text: string | null) => filters.find((each) => each === text) ?? "all";

export const loader = pageDeskHandler(async ({ ctx, pageId, slug, url }) => {
  const filter = filterOf(url.searchParams.get("filter"));
  const before = url.searchParams.get("before");
  const listed = unwrapOrThrow(await listIncidents(ctx, { pageId, filter, ...(before ? { before } : {}) }));
  const incidents = listed.incidents.map(
    ({ id, title, alertTitle, status, visibility, impact, startedAt, resolvedAt, ...more }) => ({
      id,
      title,
      alertTitle,
      status,
      visibility,
      impact,
      announced: isAnnouncementSummary({ impact, components: more.components }),
      startedAt,
      resolvedAt,
      updatedAt: more.updatedAt,
      postmortem: more.postmortem.state,
    }),
  );
  return { incidents, before: listed.before, filter, first: before === null, slug };
});

type ListedIncidentItem = ReturnType<typeof useLoaderData<typeof loader>>["incidents"][number];

const toneOf = (incident: ListedIncidentItem) => {
  if (incident.visibility === "draft") return "waiting" as const;
  return incident.visibility === "published" && incident.resolvedAt === null && !incident.announced
    ? ("alarm" as const)
    : ("neutral" as const);
};

function IncidentTag({ incident }: { incident: ListedIncidentItem }) {
  const { status, visibility, announced } = incident;
  const statuses = useWordTable(announced ? "announcement_status" : "incident_status");
  const visibilities = useWordTable("visibility");
  const word = visibility === "published" ? statuses[status] : visibilities[visibility];
  return <Tag tone={toneOf(incident)}>{word ?? status}</Tag>;
}

function IncidentRow({ incident, slug }: { incident: ListedIncidentItem; slug: string }) {
  const { t, say } = useWords();
  const impacts = useFieldText(incidentFields.impactOverride).choices;
  const { postmortem, announced, visibility } = incident;
  return (
    <ListRow>
      <p className="flex flex-wrap items-center gap-2">
        <RowLink to={`/manage/${slug}/incidents/${incident.id}`}>
          <bdi>{incident.title}</bdi>
        </RowLink>
        <IncidentTag incident={incident} />
      </p>
      <ListDetail>
        <OpenedByAlertNote incident={incident} />
        {announced && visibility === "published" ? null : <span>{impacts[incident.impact]}</span>}
        <span>{say("incident.started", { at: <TimeText at={incident.startedAt} /> })}</span>
        {postmortem === "none" ? null : <span>{t(`list.postmortem_${postmortem}`)}</span>}
        <span>{say("list.updated", { ago: <AgoText at={incident.updatedAt} /> })}</span>
      </ListDetail>
    </ListRow>
  );
}

function Nothing() {
  const { t } = useWords();
  return (
    <EmptyState title={t("list.empty")}>
      <p>{t("list.empty_hint")}</p>
    </EmptyState>
  );
}

const addressOf = (filter: string) => `?filter=${filter}`;

export default function Incidents() {
  const { incidents, before, filter, first, slug } = useLoaderData<typeof loader>();
  const { t } = useWords();
  const words = Object.fromEntries(filters.map((each) => [each, t(`filter.${each}`)]));
  const here = `/manage/${slug}/incidents`;
  const ways = [
    [`${here}/backfill`, t("list.add_past")],
    [`${here}/new?announcement`, t("announcement.title")],
    [`${here}/new`, t("new.title")],
  ] as const;
  return (
    <>
      <PageHead title={t("list.title")} action={useHasRole("responder") ? <ButtonLinks links={ways} /> : null} />
      <Link to={`/manage/${slug}/templates`} className={`${inlineLinkTargetClass} justify-self-start`}>
        {t("list.templates")}
      </Link>
      <FilterLinks label={t("list.filter")} words={words} chosen={filter} addressOf={addressOf} />
      {incidents.length === 0 ? (
        <Nothing />
      ) : (
        <List>
          {incidents.map((incident) => (
            <IncidentRow key={incident.id} incident={incident} slug={slug} />
          ))}
        </List>
      )}
      <Pager before={before} first={first} keep={{ filter }} />
    </>
  );
}
