import { Link } from "@remix-run/react";
import { modeWords } from "~/rules/alerts/fields";
import type { FiringGroup, WaitingGroup } from "~/usecases/now/read";
import { AlertList } from "../alerts/alert-list";
import { originPath, target } from "../alerts/alert-origin";
import { Detail, EmptyState, List, Row } from "../parts/list";
import { Tag } from "../parts/status-mark";
import { AgoText, ClockText } from "../parts/time-text";

interface GroupProps {
  group: FiringGroup;
  slug: string;
  /** Titles of the incidents that are open or drafts, by id. */
  titles: Record<string, string>;
}

/** Where the rule of a group is changed: of a source it has a page, of a monitor or heartbeat it is on its form. */
function rulePath({ family, sourceId, rule }: FiringGroup, slug: string): string | null {
  if (!rule || family === null) return null;
  const origin = originPath(slug, family, sourceId);
  return family === "source" ? `${origin}/rules/${rule.id}` : origin;
}

function GroupName({ group, slug, titles }: GroupProps) {
  const { incidentId, family, sourceId, sourceName } = group;
  if (incidentId !== null) {
    return (
      <>
        <span className="font-normal text-soft">of </span>
        <Link to={`/manage/${slug}/incidents/${incidentId}`} className={target}>
          <bdi>{titles[incidentId] ?? "an incident"}</bdi>
        </Link>
      </>
    );
  }
  if (family === null) return <>{sourceName}</>;
  return (
    <Link to={originPath(slug, family, sourceId)} className={target}>
      <bdi>{sourceName}</bdi>
    </Link>
  );
}

const shownMoves = 4;

function movesText(moves: readonly string[]): string {
  const more = moves.length - shownMoves;
  return `moves ${moves.slice(0, shownMoves).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

function GroupHead(props: GroupProps) {
  const { group, slug } = props;
  const rule = rulePath(group, slug);
  return (
    <div className="grid gap-0.5">
      <h3 className="flex flex-wrap items-baseline gap-x-2 font-medium">
        <GroupName {...props} />
      </h3>
      <Detail>
        <span>
          {group.total === 1 ? "1 alert, began " : `${group.total} alerts, the oldest began `}
          <AgoText at={group.since} />
        </span>
        {group.moves.length > 0 ? <span>{movesText(group.moves)}</span> : null}
        {rule && group.incidentId === null ? (
          <Link to={rule} className={target}>
            {modeWords[group.rule?.mode ?? ""]}
          </Link>
        ) : null}
      </Detail>
    </div>
  );
}

/** Where the rest of a group is listed: at its incident, or at what it comes from. */
function restPath({ incidentId, family, sourceId }: FiringGroup, slug: string): string | null {
  if (incidentId !== null) return `/manage/${slug}/incidents/${incidentId}`;
  return family === null ? null : originPath(slug, family, sourceId);
}

function Rest({ group, slug }: { group: FiringGroup; slug: string }) {
  const more = group.total - group.alerts.length;
  const path = restPath(group, slug);
  if (more <= 0 || path === null) return null;
  return (
    <Link to={path} className="inline-flex min-h-11 items-center">
      and {more} more
    </Link>
  );
}

interface FiringProps {
  groups: FiringGroup[];
  /** In all; not all of them are shown. */
  count: number;
  slug: string;
  editable: boolean;
  titles: Record<string, string>;
}

/** What fires, by incident or by what it comes from. */
export function Firing({ groups, count, slug, editable, titles }: FiringProps) {
  if (groups.length === 0) {
    return (
      <EmptyState title="No alerts firing">
        <p>Alerts from your sources, monitors and heartbeats appear here immediately, before any incident opens.</p>
      </EmptyState>
    );
  }
  const others = count - groups.reduce((sum, group) => sum + group.total, 0);
  return (
    <>
      {groups.map((group) => (
        <div key={group.key} className="grid gap-2">
          <GroupHead group={group} slug={slug} titles={titles} />
          <AlertList
            alerts={group.alerts}
            slug={slug}
            editable={editable}
            {...(group.incidentId === null ? { within: group.sourceId } : {})}
          />
          <Rest group={group} slug={slug} />
        </div>
      ))}
      {others > 0 ? (
        <p>
          And {others} more from other sources:{" "}
          <Link to={`/manage/${slug}/sources`} className={target}>
            all sources
          </Link>
        </p>
      ) : null}
    </>
  );
}

const what = (mode: string) => (mode === "publish" ? "An incident opens" : "A draft opens");

/** What opens by itself, and what keeps it from doing so. */
export function Waiting({ groups }: { groups: WaitingGroup[] }) {
  if (groups.length === 0) return null;
  return (
    <List>
      {groups.slice(0, 10).map((group) => (
        <Row key={group.key}>
          <p className="flex flex-wrap items-center gap-2 font-medium">
            <Tag tone="waiting">On hold</Tag>
            <bdi>{group.title}</bdi>
          </p>
          <Detail>
            {group.opening.kind === "at" ? (
              <span>
                {what(group.mode)} at <ClockText at={group.opening.at} /> unless it recovers
              </span>
            ) : (
              <span>{what(group.mode)} when no mute or maintenance applies</span>
            )}
            <span>
              fires since <AgoText at={group.since} />
            </span>
          </Detail>
        </Row>
      ))}
      {groups.length > 10 ? (
        <Row>
          <p className="text-soft">and {groups.length - 10} more</p>
        </Row>
      ) : null}
    </List>
  );
}
