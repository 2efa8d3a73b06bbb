import type { SealedOfDeployment as Listed, SealedThing } from "~/usecases/sealed/list";
import { Detail, List, Row, RowLink } from "../parts/list";
import { Notice } from "../parts/notice";

const folders: Record<string, string> = {
  source: "sources",
  monitor: "monitors",
  heartbeat: "heartbeats",
  channel: "channels",
};

/** Where it is saved anew. */
function pathOf({ kind, id, part }: SealedThing, slug: string): string {
  if (kind === "mailer") return `/manage/deployment/mailers/${id}`;
  if (kind === "provider") return `/manage/deployment/providers/${id}`;
  if (kind === "deployment") return "/manage/deployment";
  if (kind === "page") return `/manage/${slug}/${part === "passphrase" ? "settings/visibility" : "heartbeats"}`;
  return `/manage/${slug}/${folders[kind]}/${id}`;
}

const ways: Record<string, string> = {
  address: "works as before; make another one to see it again",
  "ping key": "works as before; make another one to see it again",
  passphrase: "works as before; make another one to see it again",
};

function Things({ things, slug }: { things: readonly SealedThing[]; slug: string }) {
  return (
    <List>
      {things.map((each) => (
        <Row key={`${each.kind} ${each.id} ${each.name} ${each.part}`} actions={null}>
          <RowLink to={pathOf(each, slug)}>
            <bdi>{each.name}</bdi>
          </RowLink>
          <Detail>
            <span>
              {each.kind}: its {each.part} {each.standing === "old" ? "is under the old secret" : "cannot be opened"}
            </span>
            <span>{each.kind === "deployment" ? "enter it again" : (ways[each.part] ?? "save it again")}</span>
          </Detail>
        </Row>
      ))}
    </List>
  );
}

/** On Now: what nothing opens any more, and what to do. Nothing where all is well. */
export function SealedAwayList({ things, slug }: { things: readonly SealedThing[]; slug: string }) {
  if (things.length === 0) return null;
  return (
    <div className="grid gap-3">
      <Notice tone="warning">
        These settings were encrypted with a secret that is no longer set. Set it as UPFRONT_SECRET_OLD again, or save
        each of them again.
      </Notice>
      <Things things={things} slug={slug} />
    </div>
  );
}

/** On Now: pages are served, and nothing that needs the secret can be saved. */
export function WrongSecretNotice() {
  return (
    <Notice tone="warning">
      UPFRONT_SECRET is not the secret that this database was encrypted with. Public pages are shown; settings with
      secrets cannot be saved. Set the previous secret again, or set it as UPFRONT_SECRET_OLD beside the new one.
    </Notice>
  );
}

const isMissing = ({ things, pages }: Listed) =>
  things.some(({ standing }) => standing === "missing") || pages.some(({ missing }) => missing > 0);

function Pages({ pages }: Pick<Listed, "pages">) {
  return (
    <List>
      {pages.map(({ name, old, missing }) => (
        <Row key={name} actions={null}>
          <bdi>{name}</bdi>
          <Detail>
            {missing > 0 ? <span>{missing} cannot be opened: listed on the page's Now</span> : null}
            {old > 0 ? <span>{old} under the old secret</span> : null}
          </Detail>
        </Row>
      ))}
    </List>
  );
}

/** For the operator: what cannot be opened, and whether the old secret may be removed. */
export function SealedOfDeployment(listed: Listed) {
  const { things, pages } = listed;
  if (things.length + pages.length === 0)
    return <p>Everything is encrypted with the current secret. UPFRONT_SECRET_OLD can be removed.</p>;
  return (
    <div className="grid gap-3">
      <Notice tone="warning">
        {isMissing(listed)
          ? "Some settings were encrypted with a secret that is no longer set. Set it as UPFRONT_SECRET_OLD and restart, or enter them again."
          : "Some settings are still encrypted with the old secret. Keep UPFRONT_SECRET_OLD until each has been saved again."}
      </Notice>
      {things.length > 0 ? <Things things={things} slug="" /> : null}
      {pages.length > 0 ? <Pages pages={pages} /> : null}
    </div>
  );
}
