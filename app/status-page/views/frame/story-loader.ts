import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { isWhole } from "../../rules/document-size";
import type { Snapshot } from "../../rules/snapshot-document";
import type { Scene } from "./scene";
import { type DrawnPage, show } from "./show";

interface StoryPage<Story> {
  inDocument(snapshot: Snapshot, id: string): Story | undefined;
  readLive(ctx: Ctx, snapshot: Snapshot, id: string): Promise<Result<Story>>;
  picture(scene: Scene, story: Story, live: boolean): DrawnPage;
}

/**
 * Loads a story from the document if it is complete there, otherwise live; while the database is away a cut one is
 * shown.
 */
export const storyLoader =
  <Story extends Parameters<typeof isWhole>[0]>({ inDocument, readLive, picture }: StoryPage<Story>) =>
  (args: LoaderFunctionArgs): Promise<Response> => {
    const { page: slug = "", id = "" } = args.params;
    return show(args, slug, async (scene) => {
      const { snapshot } = scene.page;
      const recent = inDocument(snapshot, id);
      if (recent && isWhole(recent)) return picture(scene, recent, false);
      const archived = await readLive(args.context.ctx, snapshot, id);
      if (archived.ok) return picture(scene, archived.value, true);
      return recent && archived.failure.name === "overloaded" ? picture(scene, recent, false) : archived;
    });
  };
