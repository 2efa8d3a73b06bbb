import type { Ctx } from "~/platform/ctx";
import { askPageObject } from "~/platform/page-object";
import type { SnapshotPart } from "../../queries/snapshot";
import { publishPageNow } from "./publish";

/** Longest wait for the page's object, in ms, because a person waits for the response. */
const objectPatienceMs = 4000;

interface PublishRequest {
  pageId: string;
  /** The revision of the page that is to be shown. */
  revision: number;
  wanted: readonly SnapshotPart[];
}

/** Publishes in the page's object. Returns false where it is still to be done. */
export async function publishInPageObject(ctx: Ctx, publishing: PublishRequest): Promise<boolean> {
  const answer = await askPageObject<{ isShown: boolean }>(ctx, publishing.pageId, {
    what: "publish",
    body: publishing,
    patience: objectPatienceMs,
  });
  return answer?.isShown === true;
}

/** Runs in the page's object: publishes what another invocation of this deployment requested. */
export async function handlePublishRequest(ctx: Ctx, asked: unknown): Promise<{ isShown: boolean }> {
  const { pageId, revision, wanted } = asked as PublishRequest;
  return { isShown: await publishPageNow(ctx, pageId, revision, wanted) };
}
