/** @jsxImportSource ~/html */
import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { type Failure, fail } from "~/failures/failure";
import { textOf } from "~/http/commit-id";
import { failureHeaders, statusOf } from "~/http/problem";
import type { Scene } from "~/status-page/views/frame/scene";
import type { DrawResult } from "~/status-page/views/frame/show";
import { carriedFieldsFor, nonceOf, typedFormOf } from "~/status-page/views/parts/form-state";
import { emptyForm, type TypedForm } from "~/status-page/views/parts/forms";
import { subscriptionToken } from "../../links";
import { proveAgain, proveInWay, readStartedProof } from "../../prove-in-way";
import type { StartedProof } from "../../start-in-way";
import { ProvePage } from "./prove-page";
import { SubscriptionGonePage } from "./subscription-page";

interface ProvePageState {
  started: StartedProof;
  typed: TypedForm;
  again: boolean;
  /** Reason why it is shown again. */
  failure?: Failure;
}

/** Draws the form that asks for the code. */
export async function provePicture(
  args: ActionFunctionArgs,
  { frame, page }: Scene,
  { failure, ...shown }: ProvePageState,
): Promise<DrawResult> {
  const carried = await carriedFieldsFor(args.context.ctx);
  return {
    content: <ProvePage frame={frame} page={page} carried={carried} {...shown} />,
    title: frame.words.t("subscribe.prove"),
    path: "/subscribe",
    form: true,
    ...(failure ? { status: statusOf(failure), headers: failureHeaders(failure) } : { status: 200 }),
  };
}

const gone = ({ frame, page }: Scene): DrawResult => ({
  content: <SubscriptionGonePage frame={frame} page={page} />,
  title: frame.words.t("subscribe.gone"),
  path: "/subscribe",
  form: true,
  status: 410,
});

async function act(args: ActionFunctionArgs, asked: { pageId: string; proof: string }, form: FormData) {
  const { ctx } = args.context;
  const does = textOf(form, "act");
  if (does === "again") return proveAgain(ctx, asked);
  if (does !== "prove") return fail({ name: "invalid", fields: {} });
  return proveInWay(ctx, { ...asked, code: textOf(form, "code"), ...(await nonceOf(args, form)) });
}

/** Handles the entered code, or sends the message again. */
export async function answerProof(args: ActionFunctionArgs, scene: Scene, form: FormData): Promise<DrawResult> {
  const { ctx } = args.context;
  const asked = { pageId: scene.page.snapshot.page.id, proof: textOf(form, "proof") };
  const done = await act(args, asked, form);
  if (done.ok && done.value)
    return { goTo: `/subscriptions/${await subscriptionToken(ctx, done.value.holder)}?confirmed` };
  const started = await readStartedProof(ctx, asked);
  if (!started) return gone(scene);
  if (done.ok) return provePicture(args, scene, { started, typed: emptyForm, again: true });
  const { failure } = done;
  if (failure.name === "gone") return gone(scene);
  if (failure.name !== "invalid" && failure.name !== "limited") return { failure };
  const typed = typedFormOf(form, failure, scene.frame.words);
  return provePicture(args, scene, { started, typed, again: false, failure });
}
