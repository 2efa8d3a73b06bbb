import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { type PublishedEventSource, readEventFromDocumentOrRows } from "../../history/event-story";
import type { isEventComplete } from "../../rules/document-size";
import { findMovedPathOrFailure } from "./moved-path";
import type { PageRenderContext } from "./scene";
import { type DrawnPage, publicPageResponse } from "./show";

type EventPicture<Story> = (scene: PageRenderContext, story: Story, live: boolean) => DrawnPage;

/** Shows one event. An id that is not ours may be one from before the page was imported. */
export const eventPageLoader =
  <Story extends Parameters<typeof isEventComplete>[0]>(
    source: PublishedEventSource<Story>,
    picture: EventPicture<Story>,
  ) =>
  (args: LoaderFunctionArgs): Promise<Response> => {
    const { page: slug = "", id = "" } = args.params;
    return publicPageResponse(args, slug, async (scene) => {
      const { snapshot } = scene.page;
      const found = await readEventFromDocumentOrRows(args.context.ctx, snapshot, id, source);
      if (found.ok) return picture(scene, found.value.story, found.value.live);
      return found.failure.name === "missing" ? findMovedPathOrFailure(args, snapshot, found) : found;
    });
  };
