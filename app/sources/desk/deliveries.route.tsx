import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { deliveryOutcomes } from "~/alerts/rules/delivery-outcome";
import type { RouteGuard } from "~/http/guard";
import { pageDeskHandler, routeParam, unwrapAllOrThrow } from "~/ui/frame/desk";
import { useHasRole } from "~/ui/frame/may";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { Button, ButtonLink } from "~/ui/parts/button";
import { TextField } from "~/ui/parts/field";
import { FilterLinks } from "~/ui/parts/filter-links";
import { PostForm } from "~/ui/parts/form";
import { EmptyState, PageHead } from "~/ui/parts/list";
import { Pager } from "~/ui/parts/pager";
import { readPostedForm } from "~/ui/parts/posted-form";
import { TimeText } from "~/ui/parts/time-text";
import { listDeliveries } from "../list-deliveries";
import { readSource } from "../read";
import { DeliveryList } from "./delivery-list";
import { handleDeliveriesPost } from "./replay-actions";
import { type ReplayActionData, ReplayResultNotice } from "./replay-outcome";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { guard: { kind: "member", role: "viewer", write: "admin" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "delivery.section");

const outcomeOf = (text: string | null) => deliveryOutcomes.find((each) => each === text);

export const loader = pageDeskHandler(async (desk) => {
  const { ctx, pageId, slug, url } = desk;
  const sourceId = routeParam(desk, "id");
  const outcome = outcomeOf(url.searchParams.get("outcome"));
  const text = (url.searchParams.get("text") ?? "").trim().slice(0, 100);
  const before = url.searchParams.get("before") ?? undefined;
  const [{ source }, listed] = await unwrapAllOrThrow(
    readSource(ctx, { pageId, id: sourceId }),
    listDeliveries(ctx, { pageId, sourceId, outcome, text, before: before?.slice(0, 200) }),
  );
  return {
    ...listed,
    name: source.name,
    outcome: outcome ?? "all",
    text,
    first: before === undefined,
    here: `/manage/${slug}/sources/${sourceId}`,
  };
});

export const action = pageDeskHandler(async (desk) => handleDeliveriesPost(desk, await readPostedForm(desk)));

function Search() {
  const { t } = useWords();
  const admin = useHasRole("admin");
  const { outcome, text } = useLoaderData<typeof loader>();
  const words = Object.fromEntries(
    (["all", ...deliveryOutcomes] as const).map((each) => [each, t(`filter.${each}`)] as const),
  );
  const addressOf = (key: string) => `?${new URLSearchParams({ outcome: key, ...(text ? { text } : {}) })}`;
  return (
    <div className="grid gap-3">
      <FilterLinks label={t("filter.label")} words={words} chosen={outcome} addressOf={addressOf} />
      <Form method="get" className="flex flex-wrap items-end gap-3">
        <input type="hidden" name="outcome" value={outcome} />
        <div className="min-w-0 flex-1 basis-60">
          <TextField name="text" type="search" label={t(admin ? "filter.text" : "filter.text_in_keys")} value={text} />
        </div>
        <Button>{t("filter.search")}</Button>
      </Form>
    </div>
  );
}

function Found() {
  const { t, say } = useWords();
  const admin = useHasRole("admin");
  const { deliveries, days, here, lookedTo, outcome, text } = useLoaderData<typeof loader>();
  const searches = outcome !== "all" || text !== "";
  const list = <DeliveryList deliveries={deliveries} days={days} here={here} chosen={admin && deliveries.length > 0} />;
  return (
    <>
      {deliveries.length === 0 && searches ? (
        <EmptyState title={t("filter.none")} about={t("filter.none_about")} />
      ) : admin && deliveries.length > 0 ? (
        <PostForm name="replay" className="grid gap-5">
          {list}
          <div className="grid gap-2">
            <p className="max-w-prose text-sm text-soft">{t("replay.about")}</p>
            <div>
              <Button>{t("replay.many")}</Button>
            </div>
          </div>
        </PostForm>
      ) : (
        list
      )}
      {lookedTo === null ? null : (
        <p className="text-soft">{say("filter.looked_to", { at: <TimeText at={lookedTo} /> })}</p>
      )}
    </>
  );
}

export default function DeliveriesPage() {
  const { t } = useWords();
  const { name, before, first, here, outcome, text } = useLoaderData<typeof loader>();
  const state = useActionData() as ReplayActionData | undefined;
  const keep = { outcome, ...(text ? { text } : {}) };
  return (
    <>
      <PageHead
        title={t("delivery.section")}
        note={<bdi>{name}</bdi>}
        action={<ButtonLink to={here}>{t("setup.to_source")}</ButtonLink>}
      />
      <ReplayResultNotice state={state} />
      <Search />
      <Found />
      <Pager before={before} first={first} keep={keep} />
    </>
  );
}
