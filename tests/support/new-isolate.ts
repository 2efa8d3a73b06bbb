import { forgetLimits } from "~/platform/limiter";
import { forgetHosts } from "~/usecases/published/host-page";
import { forgetImages } from "~/usecases/published/image-copies";
import { forgetSignposts } from "~/usecases/published/signposts";
import { forgetMemory } from "~/usecases/published/view";
import { forgetAllCounts } from "~/usecases/subscribers/counts";
import { forgetPrinted } from "~/visitors/frame/memory";

/** What an isolate keeps beside what it keeps for its bindings. */
export function beginIsolate(): void {
  forgetMemory();
  forgetHosts();
  forgetImages();
  forgetSignposts();
  forgetAllCounts();
  forgetPrinted();
  forgetLimits();
}
