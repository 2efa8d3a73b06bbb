import type { ListedSession } from "~/usecases/people/sessions";
import { Button } from "../parts/button";
import { CheckboxField } from "../parts/field";
import { ButtonForm, PostForm } from "../parts/form";
import { Detail, List, Row } from "../parts/list";
import { Tag } from "../parts/status-mark";
import { TimeText } from "../parts/time-text";
import { browserWords } from "../sign-in/browser-words";

function SessionRow({ session }: { session: ListedSession }) {
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
    <Row actions={session.current ? <Tag tone="good">This session</Tag> : end}>
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

export function Sessions({ sessions }: { sessions: ListedSession[] }) {
  return (
    <>
      <List>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </List>
      <PostForm name="end-all" hidden={{ intent: "all" }} whole>
        <CheckboxField name="tokens" label="Revoke my API tokens too" checked={false} />
        <div>
          <Button look="danger">Sign out everywhere</Button>
        </div>
      </PostForm>
    </>
  );
}
