import type { Words } from "~/i18n/words";
import type { MeasuredFrom } from "~/rules/plan/measured-from";

/** A response time is one from somewhere: says where. */
export const measuredFromText = ({ t }: Words, from: MeasuredFrom): string =>
  t("chart.from", { place: t(`chart.place_${from}`) });
