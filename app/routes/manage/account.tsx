import { type MetaFunction, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { clearedCookie } from "~/auth/session-cookie";
import type { Guard } from "~/http/guard";
import { browserWords } from "~/ui/manage/browser-words";
import { Button } from "~/ui/manage/button";
import { ButtonForm } from "~/ui/manage/form";
import { Detail, List, PageHead, Row, Section } from "~/ui/manage/list";
import { Shell } from "~/ui/manage/shell";
import { Tag } from "~/ui/manage/status-mark";
import { TimeText } from "~/ui/manage/time-text";
import { listSessions, revokeAllSessions, revokeSession } from "~/usecases/people/sessions";
import { type Desk, onDesk, orThrow } from "./desk";
import { done, readPosted, typed } from "./posted";

export const handle = { guard: { kind: "session" } satisfies Guard };

export const meta: MetaFunction = () => [{ title: "Account · Upfront" }];

export const loader = onDesk(async ({ ctx }) => ({ sessions: orThrow(await listSessions(ctx)) }));

function leave(desk: Desk) {
  const headers = { "Set-Cookie": clearedCookie(desk.ctx.config.origin) };
  return redirect("/manage/sign-in?done=signed-out", { status: 303, headers });
}

export const action = onDesk(async (desk) => {
  const posted = await readPosted(desk);
  if (posted.intent === "all") {
    orThrow(await revokeAllSessions(desk.ctx));
    return leave(desk);
  }
  orThrow(await revokeSession(desk.ctx, { id: typed(posted.fields, "id") }));
  return done("/manage/account", "session-ended");
});

type Session = ReturnType<typeof useLoaderData<typeof loader>>["sessions"][number];

function SessionRow({ session }: { session: Session }) {
  const browser = browserWords(session.userAgent);
  const end = (
    <ButtonForm name={`end-${session.id}`} hidden={{ intent: "one", id: session.id }}>
      <Button label={`Sign out ${browser}`}>Sign out</Button>
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
  const { sessions } = useLoaderData<typeof loader>();
  return (
    <Shell>
      <PageHead title="Account" />
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
