import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import type { Guard } from "~/http/guard";
import { ButtonLink } from "~/ui/manage/button";
import { Conflict } from "~/ui/manage/conflict";
import { useFormState } from "~/ui/manage/form";
import { PageHead, Section } from "~/ui/manage/list";
import { HeartbeatForm, MailerList, MailFailing } from "~/ui/manage/mailer-parts";
import { Shell } from "~/ui/manage/shell";
import { readHeartbeat, setHeartbeat } from "~/usecases/deployment/set-heartbeat";
import { listMailers } from "~/usecases/mailers/list";
import { moveMailer } from "~/usecases/mailers/move";
import { type Desk, onDesk, orThrow } from "./desk";
import { answer, type Posted, readPosted, refuseFields, typed } from "./posted";

export const handle = { guard: { kind: "operator" } satisfies Guard };

export const meta: MetaFunction = () => [{ title: "Deployment · Upfront" }];

const here = "/manage/deployment";

export const loader = onDesk(async ({ ctx }) => {
  const listed = orThrow(await listMailers(ctx));
  return { ...listed, heartbeat: orThrow(await readHeartbeat(ctx)) };
});

async function saveHeartbeat(desk: Desk, posted: Posted) {
  const url = posted.form === "heartbeat" ? typed(posted.fields, "url").trim() : "";
  if (posted.form === "heartbeat" && url === "") return refuseFields(posted, { url: "Give an address." });
  const { version, commitId } = posted;
  const done = await setHeartbeat(desk.ctx, { url, version, commitId });
  return answer(posted, done, here, url === "" ? "heartbeat-off" : "heartbeat-saved");
}

export const action = onDesk(async (desk) => {
  const posted = await readPosted(desk);
  if (posted.form.startsWith("heartbeat")) return saveHeartbeat(desk, posted);
  const direction = typed(posted.fields, "direction") === "up" ? "up" : "down";
  const { version, commitId } = posted;
  const moved = await moveMailer(desk.ctx, { id: typed(posted.fields, "id"), version, direction, commitId });
  return answer(posted, moved, here, "order-changed");
});

function HeartbeatPart() {
  const { heartbeat } = useLoaderData<typeof loader>();
  const on = useFormState("heartbeat")?.conflict ?? false;
  const off = useFormState("heartbeat-off")?.conflict ?? false;
  const theirs = heartbeat.shown ?? "none";
  return (
    <>
      <Conflict
        form="heartbeat"
        version={heartbeat.version}
        fields={[{ name: "url", label: "Address to call", theirs }]}
        keepTo={here}
      />
      <Conflict form="heartbeat-off" version={heartbeat.version} fields={[]} keepTo={here} />
      {on || off ? null : <HeartbeatForm {...heartbeat} />}
    </>
  );
}

export default function Deployment() {
  const { mailers, failingSince } = useLoaderData<typeof loader>();
  const add = (
    <ButtonLink to={`${here}/mailers/new`} look={mailers.length === 0 ? "primary" : "quiet"}>
      New mailer
    </ButtonLink>
  );
  return (
    <Shell>
      <PageHead title="Deployment" note="What all pages share. Only the operator sees it." />
      <p>
        <Link to={`${here}/outbox`} className="inline-flex min-h-11 items-center">
          Outbox: mails that belong to no page
        </Link>
      </p>
      <Section title="Mailers" action={add}>
        <MailFailing since={failingSince} />
        {mailers.length > 1 ? (
          <p className="text-soft">A mail leaves by the first mailer that works; the others stand in for it.</p>
        ) : null}
        <MailerList mailers={mailers} />
      </Section>
      <Section title="Outgoing heartbeat">
        <HeartbeatPart />
      </Section>
    </Shell>
  );
}
