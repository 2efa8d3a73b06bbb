import type { WordKey, Words } from "~/i18n/words";
import type { MeasurementPlace } from "~/monitors/rules/measurement-place";

const places: Record<MeasurementPlace, WordKey> = {
  own: "chart.place_own",
  cloudflare: "chart.place_cloudflare",
  wnam: "chart.place_wnam",
  enam: "chart.place_enam",
  sam: "chart.place_sam",
  weur: "chart.place_weur",
  eeur: "chart.place_eeur",
  apac: "chart.place_apac",
  oc: "chart.place_oc",
  afr: "chart.place_afr",
  me: "chart.place_me",
};

/** Says from which place a response time was measured. */
export const measurementPlaceText = ({ t }: Words, from: MeasurementPlace): string =>
  t("chart.from", { place: t(places[from]) });
