import { permit } from "~/access/permission";
import { missing } from "~/change/answers";
import { read } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { type AlertView, alertView } from "./list";
import { alertWithOrigin, type EpisodeRow, episodesOf } from "./queries/alert-list";
import { unclosedIncidents } from "./settling/queries/attach";

/** A person or channel, as it is called by now. */
export interface ToldOne {
  id: string;
  name: string;
}

/** One firing; instants in ms. */
export interface EpisodeView {
  startedAt: number;
  endedAt: number | null;
  incidentId: string | null;
  dismissedAt: number | null;
  dismissedReason: string | null;
  /** When people and channels were told that nobody had acknowledged it, and who: those that are there still. */
  told: { at: number; people: ToldOne[]; channels: ToldOne[] }[];
}

export interface OneAlert {
  alert: AlertView;
  /** Who has seen it, by name. */
  acknowledgedByName: string | null;
  /** The newest twenty, the newest first. */
  episodes: EpisodeView[];
  /** To which it may be attached: open incidents and drafts, the newest first. */
  incidents: { id: string; title: string; visibility: string }[];
}

type Told = Pick<EpisodeRow, "told" | "toldNames">;

function toldOf({ told, toldNames }: Told): EpisodeView["told"] {
  const names = new Map(Object.entries(JSON.parse(toldNames) as Record<string, string>));
  const named = (ids: readonly string[]) =>
    ids.flatMap((id) => {
      const name = names.get(id);
      return name === undefined ? [] : [{ id, name }];
    });
  return told.map(({ at, channelIds, personIds }) => ({ at, people: named(personIds), channels: named(channelIds) }));
}

const episodeView = ({ toldNames, told, ...rest }: EpisodeRow): EpisodeView => ({
  ...rest,
  told: toldOf({ told, toldNames }),
});

/** An alert with its firings. Failures: missing. Three statements. */
export async function readAlert(ctx: Ctx, { pageId, id }: { pageId: string; id: string }): Promise<Result<OneAlert>> {
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const [[found], episodes, incidents] = await read(
    ctx,
    alertWithOrigin(ctx, pageId, id),
    episodesOf(ctx, pageId, id),
    unclosedIncidents(ctx, pageId),
  );
  if (!found) return missing;
  const { acknowledgedByName, ...rest } = found;
  return ok({ alert: alertView(rest, ctx.now()), acknowledgedByName, episodes: episodes.map(episodeView), incidents });
}
