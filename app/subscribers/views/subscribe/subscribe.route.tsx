/** @jsxImportSource ~/html */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { type Failure, fail } from "~/failures/failure";
import { clientAddressOf } from "~/http/client-address";
import { textOf } from "~/http/commit-id";
import type { RouteGuard } from "~/http/guard";
import { failureHeaders, statusOf } from "~/http/problem";
import type { OtherWay } from "~/notifications/rules/contact-ways";
import { offersMail } from "~/people/mails/offers-mail";
import type { Ctx } from "~/platform/ctx";
import { failureOf } from "~/platform/failure-of";
import type { Scene } from "~/status-page/views/frame/scene";
import { type DrawResult, show } from "~/status-page/views/frame/show";
import { carriedFieldsFor, nonceOf, typedFormOf } from "~/status-page/views/parts/form-state";
import { emptyForm, type TypedForm } from "~/status-page/views/parts/forms";
import { formTimeStamp, secondTryStamp } from "../../form-time";
import { offeredWays, textingOffer } from "../../offered-ways";
import { requestCode } from "../../request-code";
import { requestSubscription } from "../../request-subscription";
import { type SubscribeEndpointRequest, subscribeEndpoint } from "../../subscribe-endpoint";
import { subscriptionToken } from "../../subscription-token";
import { isSecondTry, readFormSubmission } from "./sent-by-person";
import { ConfirmationRequestSentPage, SubscribePage } from "./subscribe-page";
import { answerVerifyCodeForm, drawVerifyCodePage } from "./verify-code-form";

export const handle = { guard: { kind: "public" } satisfies RouteGuard };

interface SubscribeSubject {
  incidentId: string | null;
  componentId: string | null;
}

/** Returns the signed stamp for a hidden field. */
const stampFor = async (ctx: Ctx, typed: TypedForm): Promise<Record<string, string>> =>
  isSecondTry(typed) ? { second: await secondTryStamp(ctx) } : { since: await formTimeStamp(ctx, typed.values.since) };

/** Draws the form, empty or as it was sent. */
async function formPicture(
  { context: { ctx } }: LoaderFunctionArgs,
  { frame, page }: Scene,
  { incidentId, componentId }: SubscribeSubject,
  typed: TypedForm,
): Promise<DrawResult> {
  const { incidents, recent } = page.snapshot;
  const incident = [...incidents, ...recent.incidents].find(({ id }) => id === incidentId) ?? null;
  if (incidentId && !incident) return { failure: { name: "missing" } };
  const shown = {
    frame,
    page,
    incident,
    componentId,
    typed,
    carried: await carriedFieldsFor(ctx),
    stamp: await stampFor(ctx, typed),
    // While the database is away the form stays as it was; sending it shows the failure.
    mail: page.staleSince !== null || (await offersMail(ctx).catch(() => true)),
    kinds: offeredWays(ctx.config.texting),
    texting: textingOffer(ctx.config.texting),
  };
  return {
    content: <SubscribePage {...shown} />,
    title: frame.words.t("layout.subscribe"),
    path: "/subscribe",
    form: true,
    push: true,
    status: typed === emptyForm ? 200 : 422,
  };
}

export function loader(args: LoaderFunctionArgs): Promise<Response> {
  const query = new URL(args.request.url).searchParams;
  return show(args, args.params.page ?? "", async (scene): Promise<DrawResult> => {
    const { frame, page } = scene;
    if (query.has("sent")) {
      const title = frame.words.t("subscribe.sent");
      return {
        content: <ConfirmationRequestSentPage frame={frame} page={page} />,
        title,
        path: "/subscribe",
        form: true,
      };
    }
    return formPicture(
      args,
      scene,
      { incidentId: query.get("incident"), componentId: query.get("component") },
      emptyForm,
    );
  });
}

/**
 * Turns an outage of the database into a failure, because the page may come from its copy; the form is shown again with
 * its values.
 */
async function whileAway(error: unknown) {
  const failure = failureOf(error);
  if (failure?.name !== "overloaded") throw error;
  return fail(failure);
}

const fieldPrefix = "target.";

/** Returns the target of a kind of channel, as its script filled it in. */
const targetOf = (form: FormData): Record<string, string> =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) =>
      name.startsWith(fieldPrefix) && typeof value === "string" ? [[name.slice(fieldPrefix.length), value]] : [],
    ),
  );

interface SubscribeAction {
  args: ActionFunctionArgs;
  scene: Scene;
  form: FormData;
}

const failuresShownOnForm: readonly Failure["name"][] = ["invalid", "limited", "overloaded"];

/** Shows failures of the form, and of its limits, on the form itself. */
async function refused({ args, scene, form }: SubscribeAction, failure: Failure): Promise<DrawResult> {
  if (!failuresShownOnForm.includes(failure.name)) return { failure };
  const about = { incidentId: textOf(form, "incidentId") || null, componentId: null };
  const picture = await formPicture(args, scene, about, typedFormOf(form, failure, scene.frame.words));
  return "failure" in picture ? picture : { ...picture, status: statusOf(failure), headers: failureHeaders(failure) };
}

/** Subscribes at once and shows the subscription's page, because no email leads there. */
async function answerEndpointForm(
  submission: SubscribeAction,
  wanted: Omit<SubscribeEndpointRequest, "kind" | "target">,
): Promise<DrawResult> {
  const { args, form } = submission;
  const { ctx } = args.context;
  const given = { ...wanted, kind: textOf(form, "kind"), target: targetOf(form) };
  const done = await subscribeEndpoint(ctx, given).catch(whileAway);
  if (!done.ok) return refused(submission, done.failure);
  const { holder, already } = done.value;
  return { goTo: `/subscriptions/${await subscriptionToken(ctx, holder)}?${already ? "already" : "confirmed"}` };
}

/** Requests a code and shows the form for it in the same response; nothing is stored of an unverified address. */
async function answerCodeRequest(
  submission: SubscribeAction,
  wanted: Omit<SubscribeEndpointRequest, "kind" | "target">,
): Promise<DrawResult> {
  const { args, scene, form } = submission;
  if (form.has("proof")) return answerVerifyCodeForm(args, scene, form);
  const way = textOf(form, "way") as OtherWay;
  const body = (textOf(form, "body") || "standard") as "standard";
  const given = { ...wanted, way, body, address: textOf(form, way === "sms" ? "phone" : "address") };
  const code = await requestCode(args.context.ctx, given).catch(whileAway);
  if (!code.ok) return refused(submission, code.failure);
  return drawVerifyCodePage(args, scene, { verification: code.value, typed: emptyForm, again: false });
}

/** The answer is the same for subscribed and other addresses; only failures of the form or its sender are shown. */
export function action(args: ActionFunctionArgs): Promise<Response> {
  const { request, context } = args;
  return show(args, args.params.page ?? "", async (scene): Promise<DrawResult> => {
    const form = await request.formData();
    const submission = { args, scene, form };
    const wanted = {
      pageId: scene.page.snapshot.page.id,
      ...(await nonceOf(args, form)),
      scope: textOf(form, "scope") || "page",
      componentIds: form.getAll("componentIds").map(String),
      incidentId: textOf(form, "incidentId"),
      language: scene.frame.words.language,
      timeZone: context.reader.timeZone ?? undefined,
      ...readFormSubmission(form),
      clientAddress: clientAddressOf(request),
    };
    // This browser's button sends the form whatever way is selected in it.
    if (form.has("kind")) return answerEndpointForm(submission, wanted);
    if (form.has("way") && textOf(form, "way") !== "email") return answerCodeRequest(submission, wanted);
    const requested = await requestSubscription(context.ctx, { ...wanted, email: textOf(form, "email") }).catch(
      whileAway,
    );
    return requested.ok ? { goTo: "/subscribe?sent" } : refused(submission, requested.failure);
  });
}
