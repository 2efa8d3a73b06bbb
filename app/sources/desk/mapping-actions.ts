import { muteSubjectPath } from "~/mutes/desk/subject-actions";
import { formSubjectOf, type PageDeskRequest, routeParam, unwrapOrThrow } from "~/ui/frame/desk";
import {
  formAgainResponse,
  formFailureResponse,
  formResultResponse,
  isCheckboxTicked,
  type PostedForm,
  readPostedSettings,
  readPostedText,
  redirectWithNotice,
  unknownFormResponse,
} from "~/ui/parts/posted-form";
import { type PayloadMappingView, readPayloadMapping } from "../mapping";
import { reprocessStoredDeliveries } from "../replay";
import { type PayloadMapping, payloadMappingFields } from "../rules/mapping-names";
import { updateSource } from "../update";

export interface MappingActionData {
  view?: PayloadMappingView;
}

function mappingIn(posted: PostedForm): PayloadMapping {
  const given = readPostedSettings(posted.fields);
  return Object.fromEntries(payloadMappingFields.map((name) => [name, given[name] ?? ""]));
}

/** Shows how the typed mapping reads the last deliveries; stores nothing. */
async function tryIt(desk: PageDeskRequest, posted: PostedForm) {
  const asked = {
    pageId: desk.pageId,
    id: routeParam(desk, "id"),
    deliveryId: readPostedText(posted.fields, "delivery"),
  };
  const tried = await readPayloadMapping(desk.ctx, { ...asked, typed: mappingIn(posted) });
  return tried.ok ? formAgainResponse(posted, { view: tried.value }) : formFailureResponse(posted, tried.failure);
}

/** Saves the mapping and, if requested, reads earlier deliveries with it. */
async function save(desk: PageDeskRequest, posted: PostedForm) {
  const subject = formSubjectOf(desk, posted);
  const here = muteSubjectPath(desk, "sources");
  const { unread } = unwrapOrThrow(await readPayloadMapping(desk.ctx, { pageId: desk.pageId, id: subject.id }));
  const saved = await updateSource(desk.ctx, { ...subject, settings: { ...mappingIn(posted) } });
  if (!saved.ok || !isCheckboxTicked(posted.fields, "replay") || unread.length === 0) {
    return formResultResponse(posted, saved, here, "mapping-saved");
  }
  const given = { pageId: desk.pageId, sourceId: subject.id, ids: unread };
  const replayed = await reprocessStoredDeliveries(desk.ctx, given);
  return replayed.ok
    ? redirectWithNotice(here, "mapping-saved-replayed")
    : formFailureResponse(posted, replayed.failure);
}

export function handleMappingPost(desk: PageDeskRequest, posted: PostedForm) {
  if (posted.intent === "save") return save(desk, posted);
  return posted.intent === "try" ? tryIt(desk, posted) : unknownFormResponse(posted);
}
