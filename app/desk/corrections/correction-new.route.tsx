import { useLoaderData } from "@remix-run/react";
import type { Guard } from "~/http/guard";
import { writeLocalTime } from "~/rules/basics/local-time";
import { correctionFields } from "~/rules/corrections/fields";
import { makeCorrection } from "~/usecases/corrections/make";
import { nameOrigins } from "~/usecases/dependences/names";
import { onPage, orThrow, type PageDesk } from "../frame/desk";
import { titledBy } from "../frame/title";
import { Button } from "../parts/button";
import { PostForm } from "../parts/form";
import { Card, PageHead } from "../parts/list";
import { NounField, namedChoices } from "../parts/noun-fields";
import { answer, type Posted, readPosted } from "../parts/posted";
import { readFields } from "../parts/read-fields";
import { useZoneHint } from "../parts/time-text";
import { useWords, wordsIn } from "./words";

export { clientAction } from "../frame/client-action";

export const handle = { guard: { kind: "member", role: "admin" } satisfies Guard };

export const meta = titledBy(wordsIn, "page.new");

const minute = 60_000;

/** What the way here names: a firing of an alert, in ms. The field shows minutes: its last one counts whole. */
function instantIn(url: URL, name: "from" | "to"): number | null {
  const at = Number(url.searchParams.get(name));
  if (!Number.isInteger(at) || at <= 0 || at > 8e15) return null;
  return (name === "to" ? Math.ceil(at / minute) : Math.floor(at / minute)) * minute;
}

const textIn = (at: number | null, zone: string) => (at === null ? "" : writeLocalTime(at, zone));

/** The instant of the way here, where the field stands as it was: an hour that comes twice means its first coming to whoever reads it. */
function untouched({ url, pageZone, ctx }: PageDesk, { values }: Posted, field: "startsAt" | "endsAt") {
  const at = instantIn(url, field === "startsAt" ? "from" : "to");
  return at !== null && values[field] === textIn(at, pageZone) ? { [field]: Math.min(at, ctx.now()) } : {};
}

export const loader = onPage(async ({ ctx, pageId, pageZone, url }) => {
  const sources = orThrow(await nameOrigins(ctx, { pageId }));
  const values = {
    sourceId: url.searchParams.get("source"),
    startsAt: textIn(instantIn(url, "from"), pageZone),
    endsAt: textIn(instantIn(url, "to"), pageZone),
    reason: "",
  };
  return { sources: namedChoices(sources), values, zone: pageZone };
});

export const action = onPage(async (desk) => {
  const { ctx, pageId, pageZone, slug } = desk;
  const posted = await readPosted(desk);
  const { startsAt = 0, endsAt = 0, sourceId, reason } = readFields(correctionFields, posted, { zone: pageZone });
  const times = { startsAt, endsAt, ...untouched(desk, posted, "startsAt"), ...untouched(desk, posted, "endsAt") };
  const given = { pageId, sourceId: sourceId ?? "", ...times, reason, commitId: posted.commitId };
  return answer(posted, await makeCorrection(ctx, given), `/manage/${slug}/corrections`, "correction-made");
});

export default function NewCorrection() {
  const { sources, values, zone } = useLoaderData<typeof loader>();
  const { t } = useWords();
  const inZone = { hint: useZoneHint(zone) };
  return (
    <>
      <PageHead title={t("page.new")} note={t("page.new_about")} />
      <PostForm name="correction" fields={correctionFields}>
        <Card>
          <NounField fields={correctionFields} name="sourceId" value={values.sourceId} picks={sources} />
          <div className="grid max-w-2xl gap-5 sm:grid-cols-2">
            <NounField fields={correctionFields} name="startsAt" value={values.startsAt} says={inZone} />
            <NounField fields={correctionFields} name="endsAt" value={values.endsAt} says={inZone} />
          </div>
          <NounField fields={correctionFields} name="reason" value={values.reason} />
        </Card>
        <div>
          <Button look="primary">{t("form.make")}</Button>
        </div>
      </PostForm>
    </>
  );
}
