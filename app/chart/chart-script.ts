/**
 * Runs in the reader's browser on public pages with a chart or bars of days: their values are read under the pointer and by the keyboard.
 * The live script renews the page's content, so what it takes away is added again.
 */
import { enableChartReading } from "./chart-reader";

const offerAll = () => {
  for (const plot of document.querySelectorAll<HTMLElement>(".rc-plot,.day-plot")) enableChartReading(plot);
};

offerAll();
new MutationObserver(offerAll).observe(document.body, { attributeFilter: ["role"], childList: true, subtree: true });
