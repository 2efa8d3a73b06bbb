/** @jsxImportSource ~/html */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readFormFieldText } from "~/http/commit-id";
import type { RouteGuard } from "~/http/guard";
import { hasMailer } from "~/people/mails/offers-mail";
import type { PageRenderContext } from "~/status-page/views/frame/scene";
import { type DrawnPage, type PageDrawResult, publicPageResponse } from "~/status-page/views/frame/show";
import { makeHiddenFormFields, readFormCommitId, submittedFormOf } from "~/status-page/views/parts/form-state";
import { emptySubmittedForm, type SubmittedForm } from "~/status-page/views/parts/forms";
import { leaveSubscription } from "../../leave";
import { changeSubscription, confirmSubscription, readConfirmOutcome, readSubscription } from "../../subscription";
import { makeSubscriptionToken } from "../../subscription-token";
import { ConfirmSubscriptionPage, SubscriptionGonePage, SubscriptionPage } from "./subscription-page";

export const handle = { guard: { kind: "public" } satisfies RouteGuard };

const picture = ({ frame }: PageRenderContext, content: DrawnPage["content"], status = 200): DrawnPage => ({
  content,
  title: frame.words.t("subscribe.yours"),
  path: "/subscribe",
  form: true,
  status,
});

const gone = (scene: PageRenderContext): DrawnPage =>
  picture(scene, <SubscriptionGonePage frame={scene.frame} page={scene.page} />, 410);

type SubscriptionNotice = "confirmed" | "already" | "saved";

const doneOf = (text: string | null): SubscriptionNotice | null =>
  (["confirmed", "already", "saved"] as const).find((each) => each === text) ?? null;

interface SubscriptionView {
  token: string;
  typed: SubmittedForm;
  done: string | null;
}

/** A confirmation link shows its button, an email's link the settings; opening either changes nothing. */
async function draw(
  { context: { ctx } }: LoaderFunctionArgs,
  scene: PageRenderContext,
  { token, typed, done }: SubscriptionView,
): Promise<PageDrawResult> {
  const { frame, page } = scene;
  if (page.staleSince !== null) return { failure: { name: "overloaded", retryAfter: 30 } };
  const link = { pageId: page.snapshot.page.id, token };
  const view = await readSubscription(ctx, link);
  const carried = await makeHiddenFormFields(ctx);
  if (view.ok) {
    const unmailed = view.value.kind === "email" && !(await hasMailer(ctx));
    const shown = { frame, page, token, carried, view: view.value, typed, done: doneOf(done), unmailed };
    return picture(scene, <SubscriptionPage {...shown} />, typed === emptySubmittedForm ? 200 : 422);
  }
  const outcome = await readConfirmOutcome(ctx, link);
  if (!outcome.ok) return gone(scene);
  if (outcome.value.already)
    return { goTo: `/subscriptions/${await makeSubscriptionToken(ctx, outcome.value.holder)}?already` };
  return picture(scene, <ConfirmSubscriptionPage frame={frame} page={page} token={token} carried={carried} />);
}

export function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { page: slug = "", token = "" } = args.params;
  const done = [...new URL(args.request.url).searchParams.keys()][0] ?? null;
  return publicPageResponse(
    args,
    slug,
    (scene) => draw(args, scene, { token, typed: emptySubmittedForm, done }),
    token,
  );
}

type ActionOutcome = { goTo: string } | { gone: true } | { typed: SubmittedForm };

async function act(
  args: ActionFunctionArgs,
  { page, frame }: PageRenderContext,
  token: string,
  form: FormData,
): Promise<ActionOutcome> {
  const { ctx } = args.context;
  const link = { pageId: page.snapshot.page.id, token, ...(await readFormCommitId(args, form)) };
  const does = readFormFieldText(form, "act");
  if (does === "confirm") {
    const done = await confirmSubscription(ctx, link);
    if (!done.ok) return { gone: true };
    const { holder, already } = done.value;
    return { goTo: `/subscriptions/${await makeSubscriptionToken(ctx, holder)}?${already ? "already" : "confirmed"}` };
  }
  if (does === "leave" || does === "leave_all") {
    const done = await leaveSubscription(ctx, { ...link, everything: does === "leave_all" });
    return done.ok ? { goTo: `/subscriptions/${token}` } : { gone: true };
  }
  if (does !== "change") return { typed: submittedFormOf(form, { name: "invalid", fields: {} }, frame.words) };
  const done = await changeSubscription(ctx, {
    ...link,
    scope: readFormFieldText(form, "scope") || "page",
    componentIds: form.getAll("componentIds").map(String),
    language: readFormFieldText(form, "language"),
    timeZone: readFormFieldText(form, "timeZone"),
  });
  if (done.ok) return { goTo: `/subscriptions/${token}?saved` };
  return done.failure.name === "gone" ? { gone: true } : { typed: submittedFormOf(form, done.failure, frame.words) };
}

export function action(args: ActionFunctionArgs): Promise<Response> {
  const { page: slug = "", token = "" } = args.params;
  const drawn = async (scene: PageRenderContext): Promise<PageDrawResult> => {
    const acted = await act(args, scene, token, await args.request.formData());
    if ("goTo" in acted) return acted;
    if ("gone" in acted) return gone(scene);
    return draw(args, scene, { token, typed: acted.typed, done: null });
  };
  return publicPageResponse(args, slug, drawn, token);
}
