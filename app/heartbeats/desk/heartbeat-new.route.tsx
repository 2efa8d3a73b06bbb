import { useLoaderData } from "@remix-run/react";
import { watchChoices } from "~/alert-rules/desk/watch-choices";
import { nameOrigins } from "~/components/dependences/names";
import { listComponents } from "~/components/list";
import { blankOf } from "~/fields/fields";
import type { RouteGuard } from "~/http/guard";
import { movingFieldsOf } from "~/moving/rules/fields";
import { allOrThrow, onPage, orThrow } from "~/ui/frame/desk";
import { translatedPageTitle } from "~/ui/frame/title";
import { PageHead } from "~/ui/parts/list";
import { namedChoices } from "~/ui/parts/noun-fields";
import { answerForm, readPostedForm } from "~/ui/parts/posted-form";
import { cloneOfHeartbeat } from "../clone-of";
import { createHeartbeat } from "../create";
import { heartbeatFormFields, heartbeatIn, scheduleValues } from "../rules/fields";
import { HeartbeatForm } from "./heartbeat-form";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { guard: { kind: "member", role: "admin" } satisfies RouteGuard };

export const meta = translatedPageTitle(wordsIn, "page.new");

export const loader = onPage(async ({ ctx, pageId, pageZone, url }) => {
  const from = url.searchParams.get("from");
  const [[listed, origins], cloned] = await Promise.all([
    allOrThrow(listComponents(ctx, { pageId }), nameOrigins(ctx, { pageId })),
    from ? cloneOfHeartbeat(ctx, { pageId, id: from }) : null,
  ]);
  const clone = cloned && orThrow(cloned);
  const values = clone
    ? { ...movingFieldsOf(clone), ...scheduleValues(clone.schedule, pageZone) }
    : { ...blankOf(heartbeatFormFields), "schedule.timeZone": pageZone };
  const others = namedChoices(origins);
  return { from, values, components: watchChoices(listed), others };
});

export const action = onPage(async (desk) => {
  const posted = await readPostedForm(desk);
  const given = { pageId: desk.pageId, ...heartbeatIn(posted.values), commitId: posted.commitId };
  const made = await createHeartbeat(desk.ctx, given);
  return answerForm(posted, made, ({ id }) => `/manage/${desk.slug}/heartbeats/${id}`, "heartbeat-created");
});

export default function NewHeartbeat() {
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
