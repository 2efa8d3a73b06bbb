import { missingFailure, ok, type Result } from "~/failures/failure";
import { type MuteSubjectKind, muteSubjectKinds } from "~/mutes/rules/mute-input";
import { muteNotifications, unmuteNotifications } from "~/mutes/verbs";
import type { Ctx } from "~/platform/ctx";
import { minuteMs } from "~/time/durations";
import { parseIsoInstant } from "~/time/instants";
import type { ConfiguredPlace, ConfiguredVerbs } from "./configured-verb";
import type { ConfiguredValues } from "./rules/configuration-types";

const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** Mutes until a time: the use case counts in minutes from now. A time that is over mutes nothing. */
async function muteUntil(ctx: Ctx, { pageId, commitId }: ConfiguredPlace, id: string, until: string) {
  const minutes = Math.ceil((parseIsoInstant(until) - ctx.now()) / minuteMs);
  if (minutes <= 0) return ok({ id });
  return onMuteSubject(pageId, id, (subject) => muteNotifications(ctx, { pageId, commitId, subject, minutes }));
}

/** Tries the kinds of subjects: its id belongs to one of them. */
async function onMuteSubject(
  pageId: string,
  id: string,
  act: (subject: { kind: MuteSubjectKind; id: string }) => Promise<Result<{ id: string }>>,
): Promise<Result<{ id: string }>> {
  if (id === pageId) return act({ kind: "page", id });
  for (const kind of muteSubjectKinds.filter((each) => each !== "page")) {
    const done = await act({ kind, id });
    if (done.ok || done.failure.name !== "missing") return done;
  }
  return missingFailure;
}

const subjectId = (pageId: string, { subject }: ConfiguredValues): string =>
  subject === undefined || subject === "page" ? pageId : text(subject);

/** The use cases of a mute from the values of a file. */
export const muteVerbs: ConfiguredVerbs = {
  fields: {},
  create: (ctx, place, values) => muteUntil(ctx, place, subjectId(place.pageId, values), text(values.until)),
  change: (ctx, target, values) =>
    values.until === undefined ? Promise.resolve(ok(null)) : muteUntil(ctx, target, target.id, text(values.until)),
  remove: (ctx, { pageId, commitId, id }) =>
    onMuteSubject(pageId, id, (subject) => unmuteNotifications(ctx, { pageId, commitId, subject })),
};
