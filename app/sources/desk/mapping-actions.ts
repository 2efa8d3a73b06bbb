import { hereOf } from "~/mutes/desk/subject-actions";
import { orThrow, type PageDesk, param, subjectOf } from "~/ui/frame/desk";
import {
  answer,
  done,
  type Posted,
  refuseUnknown,
  settingsOf,
  showAgain,
  showFailure,
  ticked,
  typed,
} from "~/ui/parts/posted";
import { type MappingView, readMapping } from "../mapping";
import { replayDeliveries } from "../replay";
import { type Mapping, mappingNames } from "../rules/mapping-names";
import { updateSource } from "../update";

export interface MappingState {
  view?: MappingView;
}

function mappingIn(posted: Posted): Mapping {
  const given = settingsOf(posted.fields);
  return Object.fromEntries(mappingNames.map((name) => [name, given[name] ?? ""]));
}

/** Shows how the typed mapping reads the last deliveries; stores nothing. */
async function tryIt(desk: PageDesk, posted: Posted) {
  const asked = { pageId: desk.pageId, id: param(desk, "id"), deliveryId: typed(posted.fields, "delivery") };
  const tried = await readMapping(desk.ctx, { ...asked, typed: mappingIn(posted) });
  return tried.ok ? showAgain(posted, { view: tried.value }) : showFailure(posted, tried.failure);
}

/** Saves the mapping and, if requested, reads earlier deliveries with it. */
async function save(desk: PageDesk, posted: Posted) {
  const subject = subjectOf(desk, posted);
  const here = hereOf(desk, "sources");
  const { unread } = orThrow(await readMapping(desk.ctx, { pageId: desk.pageId, id: subject.id }));
  const saved = await updateSource(desk.ctx, { ...subject, settings: { ...mappingIn(posted) } });
  if (!saved.ok || !ticked(posted.fields, "replay") || unread.length === 0) {
    return answer(posted, saved, here, "mapping-saved");
  }
  const given = { pageId: desk.pageId, sourceId: subject.id, ids: unread };
  const replayed = await replayDeliveries(desk.ctx, given);
  return replayed.ok ? done(here, "mapping-saved-replayed") : showFailure(posted, replayed.failure);
}

export function actOnMapping(desk: PageDesk, posted: Posted) {
  if (posted.intent === "save") return save(desk, posted);
  return posted.intent === "try" ? tryIt(desk, posted) : refuseUnknown(posted);
}
