import { Link, useLoaderData } from "@remix-run/react";
import type { Guard } from "~/http/guard";
import { listSources } from "~/usecases/sources/list";
import { onPage, orThrow } from "../frame/desk";
import { useMay } from "../frame/may";
import { titled } from "../frame/title";
import { ButtonLink } from "../parts/button";
import { Detail, EmptyState, List, PageHead, Row } from "../parts/list";
import { AgoText } from "../parts/time-text";

export const handle = { guard: { kind: "member", role: "viewer" } satisfies Guard };

export const meta = titled("Sources");

export const loader = onPage(async ({ ctx, pageId, slug }) => ({
  sources: orThrow(await listSources(ctx, { pageId })),
  slug,
}));

export default function Sources() {
  const { sources, slug } = useLoaderData<typeof loader>();
  const admin = useMay("admin");
  const add = admin ? (
    <ButtonLink to={`/manage/${slug}/sources/new`} look="primary">
      New source
    </ButtonLink>
  ) : null;
  return (
    <>
      <PageHead title="Sources" note="External tools that send us alerts." action={add} />
      {sources.length === 0 ? (
        <EmptyState title="No source yet">
          <p>
            A source is a URL your monitoring tool sends alerts to. Its rules decide which components change and whether
            an incident opens.
          </p>
        </EmptyState>
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
                    <>
                      last delivery <AgoText at={source.lastDelivery.receivedAt} />, {source.lastDelivery.outcome}
                    </>
                  ) : (
                    "no delivery yet"
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
