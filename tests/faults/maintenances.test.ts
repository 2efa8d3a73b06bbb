import { eq } from "drizzle-orm";
import { handleCronTick } from "~/clock/tick";
import { readBatch } from "~/db/read";
import { maintenanceSeriesTable, maintenanceTable } from "~/db/schema";
import { editMaintenance } from "~/maintenances/edit";
import { editMaintenanceSeries } from "~/maintenances/edit-series";
import { endMaintenanceSeries } from "~/maintenances/end-series";
import { makeSeriesOccurrences } from "~/maintenances/engine/make-occurrences";
import { planMaintenance } from "~/maintenances/plan";
import { postMaintenanceUpdate } from "~/maintenances/updates";
import { completeMaintenance, extendMaintenance, startMaintenance } from "~/maintenances/verbs";
import { noon } from "../support/database";
import { good } from "../support/desk";
import { type Act, actingFlow, asOwner, type Flow, testEveryFault } from "../support/every-fault";
import { deploymentOfFile } from "../support/of-file";
import type { TestPage } from "../support/scenario";

const deployment = deploymentOfFile();

const hour = 3_600_000;
const day = 24 * hour;

const window = { startsAt: noon + 2 * day, endsAt: noon + 2 * day + hour };
const plan = (page: TestPage, more: object = {}) => ({
  pageId: page.id,
  title: "Move",
  ...window,
  remindDay: true,
  remindHour: true,
  components: { [page.components[0] as string]: "under_maintenance" },
  ...more,
});
const weekly = { repeat: { frequency: "weekly" as const, interval: 1, end: { kind: "never" as const } } };

/** What a person has before them: the newest of each. */
async function shown(page: TestPage) {
  const ctx = deployment.ctx();
  const { db } = ctx;
  const [works, series] = await readBatch(
    ctx,
    db.select().from(maintenanceTable).where(eq(maintenanceTable.pageId, page.id)),
    db.select().from(maintenanceSeriesTable).where(eq(maintenanceSeriesTable.pageId, page.id)),
  );
  const [work, rule] = [works[0], series[0]];
  return {
    work: { id: work?.id ?? "", version: work?.version ?? 0 },
    series: { id: rule?.id ?? "", version: rule?.version ?? 0 },
  };
}

type Seen = Awaited<ReturnType<typeof shown>>;
type Arrange = Flow["arrange"];

const settled: Arrange = async () => {
  await deployment.settled();
  await handleCronTick(deployment.ctx(), deployment.clock.now);
};
const planned =
  (more: object = {}): Arrange =>
  async (page) => {
    await settled(page);
    await good(planMaintenance(asOwner(deployment.ctx(), page), plan(page, more)));
  };
const begun: Arrange = async (page) => {
  await planned()(page);
  const { work } = await shown(page);
  await good(startMaintenance(asOwner(deployment.ctx(), page), { pageId: page.id, ...work }));
};

const flow = (name: string, arrange: Arrange, act: Act<Seen>) => actingFlow({ name, act, arrange, see: shown });

/** The tick's step, asked for by itself: the whole tick has its own test. */
const stepped: Flow = {
  ...flow("series: its next occurrences are made", planned(weekly), async () => ({ ok: true, value: null })),
  operate: async (ctx, page) => {
    deployment.clock.now = noon + 10 * day;
    const { series } = await shown(page);
    await makeSeriesOccurrences(ctx, { id: series.id, pageId: page.id });
  },
};

const flows: Flow[] = [
  flow("planned with reminders", settled, (ctx, given, _seen, page) =>
    planMaintenance(ctx, { ...plan(page), ...given }),
  ),
  flow("planned as a series", settled, (ctx, given, _seen, page) =>
    planMaintenance(ctx, { ...plan(page, weekly), ...given }),
  ),
  flow("moved, with its reminders", planned(), (ctx, given, { work }) =>
    editMaintenance(ctx, {
      ...given,
      ...work,
      notify: true,
      title: "Moved",
      startsAt: window.startsAt + day,
      endsAt: window.endsAt + day,
    }),
  ),
  flow("started by hand", planned(), (ctx, given, { work }) => startMaintenance(ctx, { ...given, ...work })),
  flow("update posted", begun, (ctx, given, { work }) =>
    postMaintenanceUpdate(ctx, { ...given, ...work, body: "News." }),
  ),
  flow("extended", begun, (ctx, given, { work }) =>
    extendMaintenance(ctx, { ...given, ...work, endsAt: window.endsAt + hour }),
  ),
  flow("finished early", begun, (ctx, given, { work }) => completeMaintenance(ctx, { ...given, ...work })),
  stepped,
  flow("series: changed", planned(weekly), (ctx, given, { series }) =>
    editMaintenanceSeries(ctx, {
      ...given,
      ...series,
      title: "Later",
      notify: true,
      startsAt: window.startsAt + hour,
      endsAt: window.endsAt + 2 * hour,
    }),
  ),
  flow("series: ended", planned(weekly), (ctx, given, { series }) =>
    endMaintenanceSeries(ctx, { ...given, ...series, notify: true }),
  ),
];

testEveryFault("maintenance", deployment, flows);
