/** @jsxImportSource ~/html */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { clientAddressOf } from "~/http/client-address";
import { textOf } from "~/http/commit-id";
import type { Guard } from "~/http/guard";
import { failureHeaders, statusOf } from "~/http/problem";
import { fail } from "~/rules/basics/failure";
import { failureOf } from "~/usecases/failure-of";
import { formTime } from "~/usecases/subscribers/form-time";
import { subscribe } from "~/usecases/subscribers/subscribe";
import type { Scene } from "../frame/scene";
import { type Drawn, show } from "../frame/show";
import { carriedFor, nonceOf, typedOf } from "../parts/form-state";
import { type Typed, untouched } from "../parts/forms";
import { AskedPage, SubscribePage } from "./subscribe-page";

export const handle = { guard: { kind: "public" } satisfies Guard };

interface About {
  incidentId: string | null;
  componentId: string | null;
}

/** The form, empty or as it came back. */
async function formPicture(
  { context: { ctx } }: LoaderFunctionArgs,
  { frame, page }: Scene,
  { incidentId, componentId }: About,
  typed: Typed,
): Promise<Drawn> {
  const { incidents, recent } = page.snapshot;
  const incident = [...incidents, ...recent.incidents].find(({ id }) => id === incidentId) ?? null;
  if (incidentId && !incident) return { failure: { name: "missing" } };
  const shown = {
    frame,
    page,
    incident,
    componentId,
    typed,
    carried: await carriedFor(ctx),
    since: await formTime(ctx),
  };
  return {
    content: <SubscribePage {...shown} />,
    title: frame.words.t("layout.subscribe"),
    path: "/subscribe",
    form: true,
    status: typed === untouched ? 200 : 422,
  };
}

export function loader(args: LoaderFunctionArgs): Promise<Response> {
  const query = new URL(args.request.url).searchParams;
  return show(args, args.params.page ?? "", async (scene): Promise<Drawn> => {
    const { frame, page } = scene;
    if (query.has("sent")) {
      const title = frame.words.t("subscribe.sent");
      return { content: <AskedPage frame={frame} page={page} />, title, path: "/subscribe", form: true };
    }
    return formPicture(
      args,
      scene,
      { incidentId: query.get("incident"), componentId: query.get("component") },
      untouched,
    );
  });
}

/** The database may go away while the page comes from its copy: then what was typed is offered again. */
async function whileAway(error: unknown) {
  const failure = failureOf(error);
  if (failure?.name !== "overloaded") throw error;
  return fail(failure);
}

/** Whatever came of it, the answer is the same: only what is wrong with the form itself is said. */
export function action(args: ActionFunctionArgs): Promise<Response> {
  const { request, context } = args;
  return show(args, args.params.page ?? "", async (scene): Promise<Drawn> => {
    const form = await request.formData();
    const asked = await subscribe(context.ctx, {
      pageId: scene.page.snapshot.page.id,
      ...(await nonceOf(args, form)),
      email: textOf(form, "email"),
      scope: textOf(form, "scope") || "page",
      componentIds: form.getAll("componentIds").map(String),
      incidentId: textOf(form, "incidentId"),
      language: scene.frame.words.language,
      timeZone: context.reader.timeZone ?? undefined,
      trap: textOf(form, "website"),
      since: textOf(form, "since"),
      clientAddress: clientAddressOf(request),
    }).catch(whileAway);
    if (asked.ok) return { goTo: "/subscribe?sent" };
    const { failure } = asked;
    if (failure.name !== "invalid" && failure.name !== "overloaded") return { failure };
    const about = { incidentId: textOf(form, "incidentId") || null, componentId: null };
    const picture = await formPicture(args, scene, about, typedOf(form, failure, scene.frame.words));
    return "failure" in picture ? picture : { ...picture, status: statusOf(failure), headers: failureHeaders(failure) };
  });
}
