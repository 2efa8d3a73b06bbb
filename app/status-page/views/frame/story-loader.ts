import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { isEventStoryComplete } from "../../rules/document-size";
import type { Snapshot } from "../../rules/snapshot-document";
import { movedPathOr } from "./moved-path";
import type { PageRenderContext } from "./scene";
import { type DrawnPage, publicPageResponse } from "./show";

interface EventPageSource<Story> {
  inDocument(snapshot: Snapshot, id: string): Story | undefined;
  readLive(ctx: Ctx, snapshot: Snapshot, id: string): Promise<Result<Story>>;
  picture(scene: PageRenderContext, story: Story, live: boolean): DrawnPage;
}

/**
 * Loads a story from the document if it is complete there, otherwise live; while the database is away a cut one is
 * shown. An id that is not ours may be one that the page had before it moved here.
 */
export const eventPageLoader =
  <Story extends Parameters<typeof isEventStoryComplete>[0]>({
    inDocument,
    readLive,
    picture,
  }: EventPageSource<Story>) =>
  (args: LoaderFunctionArgs): Promise<Response> => {
    const { page: slug = "", id = "" } = args.params;
    return publicPageResponse(args, slug, async (scene) => {
      const { snapshot } = scene.page;
      const recent = inDocument(snapshot, id);
      if (recent && isEventStoryComplete(recent)) return picture(scene, recent, false);
      const archived = await readLive(args.context.ctx, snapshot, id);
      if (archived.ok) return picture(scene, archived.value, true);
      if (archived.failure.name === "missing") return movedPathOr(args, snapshot, archived);
      return recent && archived.failure.name === "overloaded" ? picture(scene, recent, false) : archived;
    });
  };
