/** @jsxImportSource ~/html */
import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { RouteGuard } from "~/http/guard";
import { badgeStyles } from "~/pages/rules/page-links";
import { publicPageResponse } from "../frame/show";
import { EmbedOptionsPage } from "./elsewhere-page";

export const handle = { guard: { kind: "public" } satisfies RouteGuard };

/** Shows the page from its document alone: one row. Only `component` and `style` of the query count. */
export function loader(args: LoaderFunctionArgs): Promise<Response> {
  const query = new URL(args.request.url).searchParams;
  return publicPageResponse(args, args.params.page ?? "", ({ frame, page }) => {
    const component = page.snapshot.components.find(({ id }) => id === query.get("component")) ?? null;
    const style = badgeStyles.find((each) => each === query.get("style")) ?? "flat";
    return {
      content: <EmbedOptionsPage frame={frame} page={page} component={component} style={style} />,
      title: frame.words.t("layout.elsewhere"),
      path: "/elsewhere",
      letter: "a",
      form: true,
      noindex: false,
      copies: true,
    };
  });
}
