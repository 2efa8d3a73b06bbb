import { forgetLimits } from "~/platform/limiter";
import { forgetHosts } from "~/usecases/deployment/host-page";
import { forgetImages } from "~/usecases/pages/image-copies";
import { forgetSignposts } from "~/usecases/pages/signposts";
import { forgetMemory } from "~/usecases/pages/view";
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
