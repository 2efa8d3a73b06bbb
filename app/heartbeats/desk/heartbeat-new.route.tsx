import { useLoaderData } from "@remix-run/react";
import { watchedComponentChoices } from "~/alert-rules/desk/watch-choices";
import { listPossibleDependences } from "~/components/dependences/names";
import { listComponents } from "~/components/list";
import { blankFieldValues } from "~/fields/fields";
import type { RouteGuard } from "~/http/guard";
import { alertEffectValuesOf } from "~/moving/rules/fields";
import { firstFreeName } from "~/text/proposed-name";
import { pageDeskHandler, unwrapAllOrThrow, unwrapOrThrow } from "~/ui/frame/desk";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { PageHead } from "~/ui/parts/list";
import { fieldChoicesFromNames } from "~/ui/parts/noun-fields";
import { formResultResponse, readPostedForm } from "~/ui/parts/posted-form";
import { withProposedName } from "~/ui/parts/proposed-name";
import { readHeartbeatClone } from "../clone-of";
import { createHeartbeat } from "../create";
import { heartbeatFormFields, heartbeatFromForm, scheduleFormValues } from "../rules/fields";
import { HeartbeatForm } from "./heartbeat-form";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { guard: { kind: "member", role: "admin" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "page.new");

export const loader = pageDeskHandler(async ({ ctx, pageId, pageZone, url, language }) => {
  const from = url.searchParams.get("from");
  const [[listed, origins], cloned] = await Promise.all([
    unwrapAllOrThrow(listComponents(ctx, { pageId }), listPossibleDependences(ctx, { pageId })),
    from ? readHeartbeatClone(ctx, { pageId, id: from }) : null,
  ]);
  const clone = cloned && unwrapOrThrow(cloned);
  const values = clone
    ? { ...alertEffectValuesOf(clone), ...scheduleFormValues(clone.schedule, pageZone) }
    : { ...blankFieldValues(heartbeatFormFields), "schedule.timeZone": pageZone };
  const name = firstFreeName(
    clone?.name ?? wordsIn(language).t("page.one"),
    origins.map((each) => each.name),
  );
  const others = fieldChoicesFromNames(origins);
  return { from, values: { ...values, name }, components: watchedComponentChoices(listed), others };
});

export const action = pageDeskHandler(async (desk) => {
  const posted = await readPostedForm(desk);
  const { ctx, pageId, language } = desk;
  const values = heartbeatFromForm(posted.values);
  const named = await withProposedName(posted, values, wordsIn(language).t("page.one"), () =>
    listPossibleDependences(ctx, { pageId }),
  );
  const made = await createHeartbeat(ctx, { pageId, ...named, commitId: posted.commitId });
  return formResultResponse(posted, made, ({ id }) => `/manage/${desk.slug}/heartbeats/${id}`, "heartbeat-created");
});

export default function NewHeartbeatPage() {
  const { t } = useWords();
  const { from, values, components, others } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={t("page.new")} note={t("page.new_about")} />
      <HeartbeatForm
        form="heartbeat"
        {...(from ? { action: `?${new URLSearchParams({ from })}` } : {})}
        values={values}
        components={components}
        others={others}
        submit={t("button.create")}
        primary
      />
    </>
  );
}
