/** @jsxImportSource ~/html */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { type Failure, fail } from "~/failures/failure";
import { clientAddressOf } from "~/http/client-address";
import { readFormFieldText } from "~/http/commit-id";
import type { RouteGuard } from "~/http/guard";
import { failureHeaders, failureHttpStatus } from "~/http/problem";
import type { ContactWayWithAddress } from "~/notifications/rules/contact-ways";
import { hasMailer } from "~/people/mails/offers-mail";
import type { Ctx } from "~/platform/ctx";
import { failureOfError } from "~/platform/failure-of";
import type { PageRenderContext } from "~/status-page/views/frame/scene";
import { type PageDrawResult, publicPageResponse } from "~/status-page/views/frame/show";
import { makeHiddenFormFields, readFormCommitId, submittedFormOf } from "~/status-page/views/parts/form-state";
import { emptySubmittedForm, type SubmittedForm } from "~/status-page/views/parts/forms";
import { signFormTimeStamp, signResubmissionFormStamp } from "../../form-time";
import { offeredContactWays, smsOfferOf } from "../../offered-ways";
import { requestVerificationCode } from "../../request-code";
import { requestSubscription } from "../../request-subscription";
import { type SubscribeEndpointRequest, subscribeEndpoint } from "../../subscribe-endpoint";
import { makeSubscriptionToken } from "../../subscription-token";
import { isSecondSubmission, readBotCheckFields } from "./sent-by-person";
import { ConfirmationRequestSentPage, SubscribePage } from "./subscribe-page";
import { answerVerifyCodeForm, drawVerifyCodePage } from "./verify-code-form";

export const handle = { guard: { kind: "public" } satisfies RouteGuard };

interface SubscribeSubject {
  incidentId: string | null;
  componentId: string | null;
}

/** Returns the signed stamp for a hidden field. */
const stampFor = async (ctx: Ctx, typed: SubmittedForm): Promise<Record<string, string>> =>
  isSecondSubmission(typed)
    ? { second: await signResubmissionFormStamp(ctx) }
    : { since: await signFormTimeStamp(ctx, typed.values.since) };

/** Draws the form, empty or as it was sent. */
async function formPicture(
  { context: { ctx } }: LoaderFunctionArgs,
  { frame, page }: PageRenderContext,
  { incidentId, componentId }: SubscribeSubject,
  typed: SubmittedForm,
): Promise<PageDrawResult> {
  const { incidents, recent } = page.snapshot;
  const incident = [...incidents, ...recent.incidents].find(({ id }) => id === incidentId) ?? null;
  if (incidentId && !incident) return { failure: { name: "missing" } };
  const shown = {
    frame,
    page,
    incident,
    componentId,
    typed,
    carried: await makeHiddenFormFields(ctx),
    stamp: await stampFor(ctx, typed),
    // While the database is away the form stays as it was; sending it shows the failure.
    mail: page.staleSince !== null || (await hasMailer(ctx).catch(() => true)),
    kinds: offeredContactWays(ctx.config.texting),
    texting: smsOfferOf(ctx.config.texting),
  };
  return {
    content: <SubscribePage {...shown} />,
    title: frame.words.t("layout.subscribe"),
    path: "/subscribe",
    form: true,
    push: true,
    status: typed === emptySubmittedForm ? 200 : 422,
  };
}

export function loader(args: LoaderFunctionArgs): Promise<Response> {
  const query = new URL(args.request.url).searchParams;
  return publicPageResponse(args, args.params.page ?? "", async (scene): Promise<PageDrawResult> => {
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
      emptySubmittedForm,
    );
  });
}

/**
 * Turns an outage of the database into a failure, because the page may come from its copy; the form is shown again with
 * its values.
 */
async function whileAway(error: unknown) {
  const failure = failureOfError(error);
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
  scene: PageRenderContext;
  form: FormData;
}

const failuresShownOnForm: readonly Failure["name"][] = ["invalid", "limited", "overloaded"];

/** Shows failures of the form, and of its limits, on the form itself. */
async function refused({ args, scene, form }: SubscribeAction, failure: Failure): Promise<PageDrawResult> {
  if (!failuresShownOnForm.includes(failure.name)) return { failure };
  const about = { incidentId: readFormFieldText(form, "incidentId") || null, componentId: null };
  const picture = await formPicture(args, scene, about, submittedFormOf(form, failure, scene.frame.words));
  return "failure" in picture
    ? picture
    : { ...picture, status: failureHttpStatus(failure), headers: failureHeaders(failure) };
}

/** Subscribes at once and shows the subscription's page, because no email links to it. */
async function answerEndpointForm(
  submission: SubscribeAction,
  wanted: Omit<SubscribeEndpointRequest, "kind" | "target">,
): Promise<PageDrawResult> {
  const { args, form } = submission;
  const { ctx } = args.context;
  const given = { ...wanted, kind: readFormFieldText(form, "kind"), target: targetOf(form) };
  const done = await subscribeEndpoint(ctx, given).catch(whileAway);
  if (!done.ok) return refused(submission, done.failure);
  const { holder, already } = done.value;
  return { goTo: `/subscriptions/${await makeSubscriptionToken(ctx, holder)}?${already ? "already" : "confirmed"}` };
}

/** Requests a code and shows the form for it in the same response; nothing is stored of an unverified address. */
async function answerCodeRequest(
  submission: SubscribeAction,
  wanted: Omit<SubscribeEndpointRequest, "kind" | "target">,
): Promise<PageDrawResult> {
  const { args, scene, form } = submission;
  if (form.has("proof")) return answerVerifyCodeForm(args, scene, form);
  const way = readFormFieldText(form, "way") as ContactWayWithAddress;
  const body = (readFormFieldText(form, "body") || "standard") as "standard";
  const given = { ...wanted, way, body, address: readFormFieldText(form, way === "sms" ? "phone" : "address") };
  const code = await requestVerificationCode(args.context.ctx, given).catch(whileAway);
  if (!code.ok) return refused(submission, code.failure);
  return drawVerifyCodePage(args, scene, { verification: code.value, typed: emptySubmittedForm, again: false });
}

/** The response is the same for subscribed and other addresses; only failures of the form or its sender are shown. */
export function action(args: ActionFunctionArgs): Promise<Response> {
  const { request, context } = args;
  return publicPageResponse(args, args.params.page ?? "", async (scene): Promise<PageDrawResult> => {
    const form = await request.formData();
    const submission = { args, scene, form };
    const wanted = {
      pageId: scene.page.snapshot.page.id,
      ...(await readFormCommitId(args, form)),
      scope: readFormFieldText(form, "scope") || "page",
      componentIds: form.getAll("componentIds").map(String),
      incidentId: readFormFieldText(form, "incidentId"),
      language: scene.frame.words.language,
      timeZone: context.reader.timeZone ?? undefined,
      ...readBotCheckFields(form),
      clientAddress: clientAddressOf(request),
    };
    // This browser's button sends the form whatever way is selected in it.
    if (form.has("kind")) return answerEndpointForm(submission, wanted);
    if (form.has("way") && readFormFieldText(form, "way") !== "email") return answerCodeRequest(submission, wanted);
    const requested = await requestSubscription(context.ctx, {
      ...wanted,
      email: readFormFieldText(form, "email"),
    }).catch(whileAway);
    return requested.ok ? { goTo: "/subscribe?sent" } : refused(submission, requested.failure);
  });
}
