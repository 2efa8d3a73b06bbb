import { useLoaderData, useLocation } from "@remix-run/react";
import { listPossibleDependences } from "~/components/dependences/names";
import type { RouteGuard } from "~/http/guard";
import { minuteMs } from "~/time/durations";
import { formatLocalTime } from "~/time/local-time";
import { pageDeskHandler, unwrapOrThrow } from "~/ui/frame/desk";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { Button } from "~/ui/parts/button";
import { PostForm } from "~/ui/parts/form";
import { FieldPair } from "~/ui/parts/form-part";
import { Card, PageHead } from "~/ui/parts/list";
import { NounFieldControl, namedChoices } from "~/ui/parts/noun-fields";
import { formResultResponse, postedTimeIn, readPostedForm, unreadableNumber } from "~/ui/parts/posted-form";
import { parsePostedFields } from "~/ui/parts/read-fields";
import { useTimeZoneHint } from "~/ui/parts/time-text";
import { makeCorrection } from "../make";
import { correctionFields } from "../rules/fields";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { guard: { kind: "member", role: "admin" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "page.new");

/**
 * Returns an instant from the link's query: a firing of an alert, in ms. The field shows minutes, so the last minute
 * counts whole, as far as it has passed.
 */
function instantIn(url: URL, name: "from" | "to", now: number): number | null {
  const at = Number(url.searchParams.get(name));
  if (!Number.isInteger(at) || at <= 0 || at > 8e15) return null;
  return name === "to" ? Math.min(Math.ceil(at / minuteMs) * minuteMs, now) : Math.floor(at / minuteMs) * minuteMs;
}

const textIn = (at: number | null, zone: string) => (at === null ? "" : formatLocalTime(at, zone));

export const loader = pageDeskHandler(async ({ ctx, pageId, pageZone, url }) => {
  const sources = unwrapOrThrow(await listPossibleDependences(ctx, { pageId }));
  const values = {
    sourceId: url.searchParams.get("source"),
    startsAt: textIn(instantIn(url, "from", ctx.now()), pageZone),
    endsAt: textIn(instantIn(url, "to", ctx.now()), pageZone),
    reason: "",
  };
  return { sources: namedChoices(sources), values, zone: pageZone };
});

export const action = pageDeskHandler(async (desk) => {
  const { ctx, pageId, pageZone: zone, slug, url } = desk;
  const posted = await readPostedForm(desk);
  const read = parsePostedFields(correctionFields, posted, { zone, changes: true });
  // An hour that occurs twice means its first occurrence in a form: an untouched field keeps the instant from the link.
  const untouched = (query: "from" | "to", field: "startsAt" | "endsAt") =>
    instantIn(url, query, ctx.now()) ?? postedTimeIn(posted, field, zone) ?? unreadableNumber;
  const startsAt = read.startsAt ?? untouched("from", "startsAt");
  const endsAt = read.endsAt ?? untouched("to", "endsAt");
  const { sourceId, reason } = read;
  const given = { pageId, sourceId: sourceId ?? "", startsAt, endsAt, reason, commitId: posted.commitId };
  return formResultResponse(posted, await makeCorrection(ctx, given), `/manage/${slug}/corrections`, "correction-made");
});

export default function NewCorrectionPage() {
  const { sources, values, zone } = useLoaderData<typeof loader>();
  const { t } = useWords();
  const { pathname, search } = useLocation();
  const inZone = { hint: useTimeZoneHint(zone) };
  const stood = {
    ...(values.startsAt ? { startsAtWas: values.startsAt } : {}),
    ...(values.endsAt ? { endsAtWas: values.endsAt } : {}),
  };
  return (
    <>
      <PageHead title={t("page.new")} note={t("page.new_about")} />
      <PostForm name="correction" action={`${pathname}${search}`} fields={correctionFields} hidden={stood}>
        <Card>
          <NounFieldControl fields={correctionFields} name="sourceId" value={values.sourceId} picks={sources} />
          <FieldPair>
            <NounFieldControl fields={correctionFields} name="startsAt" value={values.startsAt} says={inZone} />
            <NounFieldControl fields={correctionFields} name="endsAt" value={values.endsAt} says={inZone} />
          </FieldPair>
          <NounFieldControl fields={correctionFields} name="reason" value={values.reason} />
        </Card>
        <div>
          <Button look="primary">{t("form.make")}</Button>
        </div>
      </PostForm>
    </>
  );
}
