/** @jsxImportSource ~/html */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { clientAddressOf } from "~/http/client-address";
import { textOf } from "~/http/commit-id";
import type { Guard } from "~/http/guard";
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
    });
    if (asked.ok) return { goTo: "/subscribe?sent" };
    if (asked.failure.name !== "invalid") return { failure: asked.failure };
    const about = { incidentId: textOf(form, "incidentId") || null, componentId: null };
    return formPicture(args, scene, about, typedOf(form, asked.failure, scene.frame.words));
  });
}
