/** @jsxImportSource ~/html */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { textOf } from "~/http/commit-id";
import type { RouteGuard } from "~/http/guard";
import { offersMail } from "~/people/mails/offers-mail";
import type { Scene } from "~/status-page/views/frame/scene";
import { type DrawnPage, type DrawResult, show } from "~/status-page/views/frame/show";
import { carriedFieldsFor, nonceOf, typedFormOf } from "~/status-page/views/parts/form-state";
import { emptyForm, type TypedForm } from "~/status-page/views/parts/forms";
import { leaveSubscription } from "../../leave";
import { changeSubscription, confirmSubscription, readConfirmOutcome, readSubscription } from "../../subscription";
import { subscriptionToken } from "../../subscription-token";
import { ConfirmSubscriptionPage, SubscriptionGonePage, SubscriptionPage } from "./subscription-page";

export const handle = { guard: { kind: "public" } satisfies RouteGuard };

const picture = ({ frame }: Scene, content: DrawnPage["content"], status = 200): DrawnPage => ({
  content,
  title: frame.words.t("subscribe.yours"),
  path: "/subscribe",
  form: true,
  status,
});

const gone = (scene: Scene): DrawnPage =>
  picture(scene, <SubscriptionGonePage frame={scene.frame} page={scene.page} />, 410);

type SubscriptionNotice = "confirmed" | "already" | "saved";

const doneOf = (text: string | null): SubscriptionNotice | null =>
  (["confirmed", "already", "saved"] as const).find((each) => each === text) ?? null;

interface SubscriptionView {
  token: string;
  typed: TypedForm;
  done: string | null;
}

/** A confirmation link shows its button, an email's link the settings; opening either changes nothing. */
async function draw(
  { context: { ctx } }: LoaderFunctionArgs,
  scene: Scene,
  { token, typed, done }: SubscriptionView,
): Promise<DrawResult> {
  const { frame, page } = scene;
  if (page.staleSince !== null) return { failure: { name: "overloaded", retryAfter: 30 } };
  const link = { pageId: page.snapshot.page.id, token };
  const view = await readSubscription(ctx, link);
  const carried = await carriedFieldsFor(ctx);
  if (view.ok) {
    const unmailed = view.value.kind === "email" && !(await offersMail(ctx));
    const shown = { frame, page, token, carried, view: view.value, typed, done: doneOf(done), unmailed };
    return picture(scene, <SubscriptionPage {...shown} />, typed === emptyForm ? 200 : 422);
  }
  const outcome = await readConfirmOutcome(ctx, link);
  if (!outcome.ok) return gone(scene);
  if (outcome.value.already)
    return { goTo: `/subscriptions/${await subscriptionToken(ctx, outcome.value.holder)}?already` };
  return picture(scene, <ConfirmSubscriptionPage frame={frame} page={page} token={token} carried={carried} />);
}

export function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { page: slug = "", token = "" } = args.params;
  const done = [...new URL(args.request.url).searchParams.keys()][0] ?? null;
  return show(args, slug, (scene) => draw(args, scene, { token, typed: emptyForm, done }), token);
}

type ActionOutcome = { goTo: string } | { gone: true } | { typed: TypedForm };

async function act(
  args: ActionFunctionArgs,
  { page, frame }: Scene,
  token: string,
  form: FormData,
): Promise<ActionOutcome> {
  const { ctx } = args.context;
  const link = { pageId: page.snapshot.page.id, token, ...(await nonceOf(args, form)) };
  const does = textOf(form, "act");
  if (does === "confirm") {
    const done = await confirmSubscription(ctx, link);
    if (!done.ok) return { gone: true };
    const { holder, already } = done.value;
    return { goTo: `/subscriptions/${await subscriptionToken(ctx, holder)}?${already ? "already" : "confirmed"}` };
  }
  if (does === "leave" || does === "leave_all") {
    const done = await leaveSubscription(ctx, { ...link, everything: does === "leave_all" });
    return done.ok ? { goTo: `/subscriptions/${token}` } : { gone: true };
  }
  if (does !== "change") return { typed: typedFormOf(form, { name: "invalid", fields: {} }, frame.words) };
  const done = await changeSubscription(ctx, {
    ...link,
    scope: textOf(form, "scope") || "page",
    componentIds: form.getAll("componentIds").map(String),
    language: textOf(form, "language"),
    timeZone: textOf(form, "timeZone"),
  });
  if (done.ok) return { goTo: `/subscriptions/${token}?saved` };
  return done.failure.name === "gone" ? { gone: true } : { typed: typedFormOf(form, done.failure, frame.words) };
}

export function action(args: ActionFunctionArgs): Promise<Response> {
  const { page: slug = "", token = "" } = args.params;
  const drawn = async (scene: Scene): Promise<DrawResult> => {
    const acted = await act(args, scene, token, await args.request.formData());
    if ("goTo" in acted) return acted;
    if ("gone" in acted) return gone(scene);
    return draw(args, scene, { token, typed: acted.typed, done: null });
  };
  return show(args, slug, drawn, token);
}
