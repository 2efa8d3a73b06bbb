import { subjectPath } from "~/mutes/desk/subject-actions";
import { orThrow, type PageDesk, param, subjectOf } from "~/ui/frame/desk";
import {
  answerForm,
  isTicked,
  type PostedForm,
  redirectWithNotice,
  refuseUnknown,
  settingsOf,
  showAgain,
  showFailure,
  typedText,
} from "~/ui/parts/posted-form";
import { type MappingView, readMapping } from "../mapping";
import { replayDeliveries } from "../replay";
import { type Mapping, mappingNames } from "../rules/mapping-names";
import { updateSource } from "../update";

export interface MappingState {
  view?: MappingView;
}

function mappingIn(posted: PostedForm): Mapping {
  const given = settingsOf(posted.fields);
  return Object.fromEntries(mappingNames.map((name) => [name, given[name] ?? ""]));
}

/** Shows how the typed mapping reads the last deliveries; stores nothing. */
async function tryIt(desk: PageDesk, posted: PostedForm) {
  const asked = { pageId: desk.pageId, id: param(desk, "id"), deliveryId: typedText(posted.fields, "delivery") };
  const tried = await readMapping(desk.ctx, { ...asked, typed: mappingIn(posted) });
  return tried.ok ? showAgain(posted, { view: tried.value }) : showFailure(posted, tried.failure);
}

/** Saves the mapping and, if requested, reads earlier deliveries with it. */
async function save(desk: PageDesk, posted: PostedForm) {
  const subject = subjectOf(desk, posted);
  const here = subjectPath(desk, "sources");
  const { unread } = orThrow(await readMapping(desk.ctx, { pageId: desk.pageId, id: subject.id }));
  const saved = await updateSource(desk.ctx, { ...subject, settings: { ...mappingIn(posted) } });
  if (!saved.ok || !isTicked(posted.fields, "replay") || unread.length === 0) {
    return answerForm(posted, saved, here, "mapping-saved");
  }
  const given = { pageId: desk.pageId, sourceId: subject.id, ids: unread };
  const replayed = await replayDeliveries(desk.ctx, given);
  return replayed.ok ? redirectWithNotice(here, "mapping-saved-replayed") : showFailure(posted, replayed.failure);
}

export function actOnMapping(desk: PageDesk, posted: PostedForm) {
  if (posted.intent === "save") return save(desk, posted);
  return posted.intent === "try" ? tryIt(desk, posted) : refuseUnknown(posted);
}
