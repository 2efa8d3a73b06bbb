/** @jsxImportSource ~/html */
import type { ReaderSettings } from "~/http/reader";
import { HomePage } from "~/status-page/views/front/home-page";
import { look, pageText } from "./public-page";
import { sampleSnapshot } from "./sample-snapshot";

/** Renders a front page full of content with its real stylesheet, as a whole document. */
export function frontDocument(theme: ReaderSettings["theme"] = null, components = 12): Promise<string> {
  const base = sampleSnapshot(components);
  const page = { ...base.page, footerHtml: "<p>Northwind Cloud AB</p>" };
  const scene = look({ ...base, page }, { zone: "Europe/Berlin", theme });
  return pageText(scene, <HomePage {...scene} />);
}
