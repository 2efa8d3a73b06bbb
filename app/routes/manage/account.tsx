import { type MetaFunction, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { askedIn, requestCookie } from "~/auth/request-cookie";
import { clearedCookie } from "~/auth/session-cookie";
import type { Guard } from "~/http/guard";
import { AddressForms, NameForm } from "~/ui/manage/account-parts";
import { browserWords, knownBrowser } from "~/ui/manage/browser-words";
import { Button } from "~/ui/manage/button";
import { ButtonForm } from "~/ui/manage/form";
import { Detail, List, PageHead, Row, Section } from "~/ui/manage/list";
import { Shell } from "~/ui/manage/shell";
import { Tag } from "~/ui/manage/status-mark";
import { TimeText } from "~/ui/manage/time-text";
import { readAccount, renameMyself, requestAddress } from "~/usecases/people/account";
import { listSessions, revokeAllSessions, revokeSession } from "~/usecases/people/sessions";
import { tryCode } from "~/usecases/people/try-code";
import { type Desk, onDesk, orThrow } from "./desk";
import { answer, done, type Posted, readPosted, refuse, typed } from "./posted";
import { enterWith } from "./proven";

export { clientAction } from "./client-action";

export const handle = { hydrate: true, guard: { kind: "session" } satisfies Guard };

export const meta: MetaFunction = () => [{ title: "Account · Upfront" }];

export const loader = onDesk(async ({ ctx }) => ({
  sessions: orThrow(await listSessions(ctx)),
  account: orThrow(await readAccount(ctx)),
}));

const here = "/manage/account";

function leave(desk: Desk) {
  const headers = { "Set-Cookie": clearedCookie(desk.ctx.config.origin) };
  return redirect("/manage/sign-in?done=signed-out", { status: 303, headers });
}

async function mailProof({ ctx, request }: Desk, posted: Posted) {
  const browser = knownBrowser(request.headers.get("user-agent"));
  const asked = await requestAddress(ctx, { address: typed(posted.fields, "address"), browser });
  if (!asked.ok) return refuse(posted, asked.failure);
  const headers = { "Set-Cookie": requestCookie(ctx.config.origin, asked.value.request) };
  return redirect(`${here}?done=address-mailed`, { status: 303, headers });
}

async function typeCode(desk: Desk, posted: Posted) {
  const { ctx, request } = desk;
  const asked = askedIn(request, ctx.config.origin);
  const userAgent = request.headers.get("user-agent");
  const done = await tryCode(ctx, { code: typed(posted.fields, "code"), request: asked?.request ?? null, userAgent });
  return done.ok ? enterWith(desk, done.value, here) : refuse(posted, done.failure);
}

const acts: Record<string, (desk: Desk, posted: Posted) => Promise<unknown>> = {
  name: async (desk, posted) => {
    const name = typed(posted.fields, "name");
    const compared = posted.version === undefined ? {} : { version: posted.version };
    const renamed = await renameMyself(desk.ctx, { name, commitId: posted.commitId, ...compared });
    return answer(posted, renamed, here, "name-saved");
  },
  address: mailProof,
  code: typeCode,
  all: async (desk) => {
    orThrow(await revokeAllSessions(desk.ctx));
    return leave(desk);
  },
  one: async (desk, posted) => {
    orThrow(await revokeSession(desk.ctx, { id: typed(posted.fields, "id") }));
    return done(here, "session-ended");
  },
};

export const action = onDesk(async (desk) => {
  const posted = await readPosted(desk);
  const act = acts[posted.intent];
  return act ? act(desk, posted) : refuse(posted, { name: "invalid", fields: { "": "Choose what to do." } });
});

type Session = ReturnType<typeof useLoaderData<typeof loader>>["sessions"][number];

function SessionRow({ session }: { session: Session }) {
  const browser = browserWords(session.userAgent);
  const end = (
    <ButtonForm name={`end-${session.id}`} hidden={{ intent: "one", id: session.id }}>
      <Button>
        Sign out
        <span className="sr-only">
          {" "}
          {browser}, signed in <TimeText at={session.createdAt} />
        </span>
      </Button>
    </ButtonForm>
  );
  return (
    <Row actions={session.current ? <Tag tone="good">This one</Tag> : end}>
      <p className="font-medium" title={session.userAgent}>
        {browser}
      </p>
      <Detail>
        <span>
          signed in <TimeText at={session.createdAt} />
        </span>
        <span>
          last seen <TimeText at={session.lastSeenAt} />
        </span>
      </Detail>
    </Row>
  );
}

export default function Account() {
  const { sessions, account } = useLoaderData<typeof loader>();
  return (
    <Shell>
      <PageHead title="Account" />
      <Section title="Your name">
        <NameForm account={account} />
      </Section>
      <Section title="Your address">
        <AddressForms account={account} />
      </Section>
      <Section title="Where you are signed in">
        <List>
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </List>
        <ButtonForm name="end-all" hidden={{ intent: "all" }}>
          <Button look="danger">Sign out everywhere</Button>
        </ButtonForm>
      </Section>
    </Shell>
  );
}
