import { inlineLinkTargetClass } from "~/alerts/shown/desk/alert-origin";
import { useHasRole } from "~/ui/frame/may";
import { Button } from "~/ui/parts/button";
import { EditConflictSection } from "~/ui/parts/conflict";
import { ButtonForm } from "~/ui/parts/form";
import { Link } from "~/ui/parts/link";
import { ListPanel, ListRow, ListRowDetail, RowLink, Section } from "~/ui/parts/list";
import type { ManualComponent, UnwatchedComponents } from "../unwatched-components";
import { useWords } from "./words/words";

/** Maximum number of components shown of each kind; an answer makes room for the next. */
const maxComponentsShown = 10;

interface UnmonitoredPlaceProps {
  slug: string;
  /** The meaning of the answer: "yes" confirms the present state, "keep" changes it from now on. */
  answer: "yes" | "keep";
}

/** Links to a new monitor of the component, or answers that people keep it. */
function Answers({
  component: { id, name, version },
  slug,
  answer,
}: UnmonitoredPlaceProps & { component: ManualComponent }) {
  const { t } = useWords();
  return (
    <>
      <Link
        to={`/manage/${slug}/monitors/new?component=${id}`}
        className="inline-flex min-h-hit items-center"
        aria-label={t("keeping.watch_named", { name })}
      >
        {t("keeping.watch")}
      </Link>
      <ButtonForm
        name={`keep-${id}`}
        action={`/manage/${slug}?index`}
        version={version}
        hidden={{ intent: "keep-component", id }}
      >
        <Button label={t(`keeping.${answer}_named`, { name })}>{t(`keeping.${answer}`)}</Button>
      </ButtonForm>
    </>
  );
}

/** Explains why a component with a source is shown as not monitored, and links to the setting that decides it. */
function UnansweredSource({ source, slug }: { source: { id: string; name: string }; slug: string }) {
  const { t, say } = useWords();
  const answer = (
    <Link to={`/manage/${slug}/sources/${source.id}#source-quietMeansWell`} className={inlineLinkTargetClass}>
      {t("keeping.answer")}
    </Link>
  );
  return <ListRowDetail>{say("keeping.unanswered", { source: <bdi>{source.name}</bdi>, answer })}</ListRowDetail>;
}

function Asked({ components, slug, answer }: UnmonitoredPlaceProps & { components: readonly ManualComponent[] }) {
  const { t } = useWords();
  const admin = useHasRole("admin");
  const more = components.length - maxComponentsShown;
  return (
    <>
      {components.map(({ id, version }) => (
        <EditConflictSection key={id} form={`keep-${id}`} version={version} fields={[]} keepTo={`/manage/${slug}`} />
      ))}
      <ListPanel>
        {components.slice(0, maxComponentsShown).map((each) => (
          <ListRow key={each.id} actions={admin ? <Answers component={each} slug={slug} answer={answer} /> : null}>
            <RowLink to={`/manage/${slug}/components/${each.id}`}>
              <bdi>{each.name}</bdi>
            </RowLink>
            {each.unanswered ? <UnansweredSource source={each.unanswered} slug={slug} /> : null}
          </ListRow>
        ))}
      </ListPanel>
      {more > 0 ? (
        <p>
          <Link to={`/manage/${slug}/components`} className={inlineLinkTargetClass}>
            {t("keeping.more", { count: more })}
          </Link>
        </p>
      ) : null}
    </>
  );
}

/**
 * Lists components without a monitor until someone answers, because nobody notices them on a page that looks
 * operational.
 */
export function UnmonitoredComponentsSection({
  keeping: { assumed, unmonitored },
  slug,
}: {
  keeping: UnwatchedComponents;
  slug: string;
}) {
  const { t } = useWords();
  if (assumed.length + unmonitored.length === 0) return null;
  return (
    <Section id="keeping" title={t("keeping.title")}>
      {assumed.length === 0 ? null : (
        <>
          <p className="max-w-prose">{t("keeping.assumed")}</p>
          <Asked components={assumed} slug={slug} answer="yes" />
        </>
      )}
      {unmonitored.length === 0 ? null : (
        <>
          <p className="max-w-prose">{t("keeping.unmonitored")}</p>
          <Asked components={unmonitored} slug={slug} answer="keep" />
        </>
      )}
    </Section>
  );
}
