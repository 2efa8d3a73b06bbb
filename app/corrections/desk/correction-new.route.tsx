import { useLoaderData, useLocation } from "@remix-run/react";
import { AlertTitleItems } from "~/alerts/shown/desk/alert-title-items";
import { listPossibleDependences } from "~/components/dependences/names";
import type { RouteGuard } from "~/http/guard";
import { minuteMs } from "~/time/durations";
import { formatLocalTime } from "~/time/local-time";
import { pageDeskHandler, unwrapOrThrow } from "~/ui/frame/desk";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { Button } from "~/ui/parts/button";
import { CheckboxField } from "~/ui/parts/field";
import { PostForm } from "~/ui/parts/form";
import { FieldPair } from "~/ui/parts/form-part";
import { Card, PageHead } from "~/ui/parts/list";
import { WarningListBanner } from "~/ui/parts/notice";
import { fieldChoicesFromNames, NounFieldControl } from "~/ui/parts/noun-fields";
import {
  formFailureResponse,
  formResultResponse,
  isCheckboxTicked,
  readPostedForm,
  readPostedText,
  readPostedTime,
  unreadableNumber,
} from "~/ui/parts/posted-form";
import { parsePostedFields } from "~/ui/parts/read-fields";
import { useTimeZoneHint } from "~/ui/parts/time-text";
import { makeCorrection } from "../make";
import { correctionFields } from "../rules/fields";
import { correctionFormShownAt, correctionResponse, readFiringReportsView } from "./firing-reports";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { guard: { kind: "member", role: "admin" } satisfies RouteGuard };

/** Field of a form that was shown while alerts fired, whose period ends when it is sent. */
const endsNowField = "endsNow";

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

export const loader = pageDeskHandler(async (desk) => {
  const { ctx, pageId, pageZone, url } = desk;
  const sources = unwrapOrThrow(await listPossibleDependences(ctx, { pageId }));
  const now = ctx.now();
  const sourceId = url.searchParams.get("source");
  const to = instantIn(url, "to", now);
  const firing = await readFiringReportsView(desk, sourceId, to ?? now);
  const values = {
    sourceId,
    startsAt: textIn(instantIn(url, "from", now), pageZone),
    endsAt: textIn(firing.total > 0 ? now : to, pageZone),
    reason: "",
  };
  return { sources: fieldChoicesFromNames(sources), values, zone: pageZone, slug: desk.slug, firing, shownAt: now };
});

export const action = pageDeskHandler(async (desk) => {
  const { ctx, pageId, pageZone: zone, url } = desk;
  const posted = await readPostedForm(desk);
  const read = parsePostedFields(correctionFields, posted, { zone, changes: true });
  const sourceId = read.sourceId ?? "";
  const now = ctx.now();
  // An hour that occurs twice means its first occurrence in a form: an untouched field keeps the instant from the link.
  const untouched = (query: "from" | "to", field: "startsAt" | "endsAt") =>
    instantIn(url, query, now) ?? readPostedTime(posted, field, zone) ?? unreadableNumber;
  const endsNow = readPostedText(posted.fields, endsNowField) !== "";
  // The form listed the alerts of the source in its address; those of another source were not shown for a decision.
  const dismisses = isCheckboxTicked(posted.fields, "dismiss") && sourceId === url.searchParams.get("source");
  const made = await makeCorrection(ctx, {
    pageId,
    sourceId,
    startsAt: read.startsAt ?? untouched("from", "startsAt"),
    endsAt: read.endsAt ?? (endsNow ? now : untouched("to", "endsAt")),
    reason: read.reason,
    dismisses,
    seenAt: correctionFormShownAt(posted),
    commitId: posted.commitId,
  });
  if (!made.ok) return formFailureResponse(posted, made.failure);
  const { to, key } = await correctionResponse(desk, { id: made.value.id, dismisses });
  return formResultResponse(posted, made, to, key);
});

/** Shows before saving that alerts of the source still fire, and offers to dismiss them with the correction. */
function StillFiring({ firing, slug }: Pick<ReturnType<typeof useLoaderData<typeof loader>>, "firing" | "slug">) {
  const { t } = useWords();
  const { reports, total, most } = firing;
  const unnamed = total - reports.length;
  if (total === 0) return null;
  return (
    <>
      <WarningListBanner title={t("form.still_fires")}>
        <AlertTitleItems alerts={reports} slug={slug} />
        {unnamed > 0 ? <li>{t("form.more_fire", { count: unnamed })}</li> : null}
      </WarningListBanner>
      <CheckboxField
        name="dismiss"
        label={t("form.dismiss")}
        hint={total > most ? t("form.dismiss_some", { most }) : t("form.dismiss_hint")}
        checked
      />
    </>
  );
}

export default function NewCorrectionPage() {
  const { sources, values, zone, slug, firing, shownAt } = useLoaderData<typeof loader>();
  const { t } = useWords();
  const { pathname, search } = useLocation();
  const inZone = { hint: useTimeZoneHint(zone) };
  const stood = {
    formShownAt: String(shownAt),
    ...(firing.total > 0 ? { [endsNowField]: "on" } : {}),
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
          <StillFiring firing={firing} slug={slug} />
        </Card>
        <div>
          <Button look="primary">{t("form.make")}</Button>
        </div>
      </PostForm>
    </>
  );
}
