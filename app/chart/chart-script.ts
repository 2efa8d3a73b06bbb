/**
 * Runs in the reader's browser on public pages with a chart: its values are read under the pointer and by the keyboard.
 * The live script renews the page's content, so what it takes away is added again.
 */
import { offerChartReading } from "./chart-reader";

const offerAll = () => {
  for (const plot of document.querySelectorAll<HTMLElement>(".rc-plot")) offerChartReading(plot);
};

offerAll();
new MutationObserver(offerAll).observe(document.body, { attributeFilter: ["role"], childList: true, subtree: true });
