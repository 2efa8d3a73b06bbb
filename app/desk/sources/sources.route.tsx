import { Link, useLoaderData } from "@remix-run/react";
import type { Guard } from "~/http/guard";
import { listSources } from "~/usecases/sources/list";
import { onPage, orThrow } from "../frame/desk";
import { useMay } from "../frame/may";
import { titledBy } from "../frame/title";
import { adapterWords } from "../parts/adapter-words";
import { ButtonLink } from "../parts/button";
import { Detail, EmptyState, List, PageHead, Row } from "../parts/list";
import { AgoText } from "../parts/time-text";
import { isWordOf, useWords, wordsIn } from "./words";

export const handle = { guard: { kind: "member", role: "viewer" } satisfies Guard };

export const meta = titledBy(wordsIn, "page.list");

export const loader = onPage(async ({ ctx, pageId, slug, language }) => ({
  sources: orThrow(await listSources(ctx, { pageId })).map(adapterWords("sources", language).row),
  slug,
}));

function LastDelivery({ at, outcome }: { at: number; outcome: string }) {
  const { say } = useWords();
  const key = isWordOf("outcome", outcome) ? (`list.last_delivery_${outcome}` as const) : "list.last_delivery";
  return say(key, { ago: <AgoText at={at} /> });
}

export default function Sources() {
  const { t } = useWords();
  const { sources, slug } = useLoaderData<typeof loader>();
  const admin = useMay("admin");
  const add = admin ? (
    <ButtonLink to={`/manage/${slug}/sources/new`} look="primary">
      {t("page.new")}
    </ButtonLink>
  ) : null;
  return (
    <>
      <PageHead title={t("page.list")} note={t("page.list_about")} action={add} />
      {sources.length === 0 ? (
        <EmptyState title={t("empty.none_yet")} about={t("empty.about")} />
      ) : (
        <List>
          {sources.map((source) => (
            <Row key={source.id}>
              <Link to={`/manage/${slug}/sources/${source.id}`} className="font-medium">
                {source.name}
              </Link>
              <Detail>
                <span>{source.kindTitle}</span>
                <span>
                  {source.lastDelivery ? (
                    <LastDelivery at={source.lastDelivery.receivedAt} outcome={source.lastDelivery.outcome} />
                  ) : (
                    t("list.no_delivery")
                  )}
                </span>
              </Detail>
            </Row>
          ))}
        </List>
      )}
    </>
  );
}
