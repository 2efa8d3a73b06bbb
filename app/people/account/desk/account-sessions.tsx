import { Button } from "~/ui/parts/button";
import { CheckboxField } from "~/ui/parts/field";
import { ButtonForm, PostForm } from "~/ui/parts/form";
import { ListPanel, ListRow, ListRowDetail } from "~/ui/parts/list";
import { Tag } from "~/ui/parts/status-mark";
import { TimeText } from "~/ui/parts/time-text";
import type { ListedSession } from "../../sessions";
import { browserText } from "../../sign-in/desk/browser-words";
import { useWords } from "./words/words";

function SessionRow({ session }: { session: ListedSession }) {
  const { t, say, language } = useWords();
  const browser = browserText(session.userAgent, language);
  const since = <TimeText at={session.createdAt} />;
  const end = (
    <ButtonForm name={`end-${session.id}`} hidden={{ intent: "one", id: session.id }}>
      <Button>
        <span aria-hidden="true">{t("session.end")}</span>
        <span className="sr-only">{say("session.end_of", { browser, at: since })}</span>
      </Button>
    </ButtonForm>
  );
  return (
    <ListRow actions={session.current ? <Tag tone="good">{t("session.current")}</Tag> : end}>
      <p className="font-medium" title={session.userAgent}>
        {browser}
      </p>
      <ListRowDetail>
        <span>{say("session.signed_in", { at: since })}</span>
        <span>{say("session.last_seen", { at: <TimeText at={session.lastSeenAt} /> })}</span>
      </ListRowDetail>
    </ListRow>
  );
}

export function SessionsPanel({ sessions }: { sessions: ListedSession[] }) {
  const { t } = useWords();
  return (
    <>
      <ListPanel>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ListPanel>
      <PostForm name="end-all" hidden={{ intent: "all" }} whole>
        <CheckboxField name="tokens" label={t("session.tokens")} checked={false} />
        <div>
          <Button look="danger">{t("session.end_all")}</Button>
        </div>
      </PostForm>
    </>
  );
}
