import fc from "fast-check";
import { expect, test } from "vitest";
import { blank, firing, incident, rule, settleOnce } from "../../../../tests/support/settling";
import { buildIncidentIndex, incidentsOfComponents } from "./incident-index";
import type { SettleIncident } from "./settle-facts";

const components = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d"), { maxLength: 4 });
const down = (ids: readonly string[]): SettleIncident["components"] =>
  ids.map((componentId) => ({ componentId, status: "major_outage" as const }));

test("finds each incident that names one of the components or on which they fire, the oldest first, and no other", () => {
  const given = fc.array(fc.record({ named: components, fires: components }), { maxLength: 6 });
  fc.assert(
    fc.property(given, components, (all, asked) => {
      const incidents = all.map(({ named }, place) => incident(`${9 - place}`, { components: down(named) }));
      const firingOn = new Map(all.map(({ fires }, place) => [`${9 - place}`, new Set(fires)] as const));
      const index = buildIncidentIndex(incidents, firingOn);
      const known = new Map(incidents.map((each) => [each.id, each]));
      const expected = incidents.filter((_, place) =>
        asked.some((each) => all[place]?.named.includes(each) || all[place]?.fires.includes(each)),
      );
      expect(incidentsOfComponents({ ...index, incidents: known }, down(asked))).toEqual(expected);
    }),
  );
});

test("of two incidents that say it already the older one takes the alert in", () => {
  const says = { components: down(["a"]), origin: "person" as const, edited: true };
  const incidents = [incident("z-older", says), incident("a-newer", says)];
  const { decision } = settleOnce({ ...blank([rule({ holdSeconds: 0 })]), alerts: [firing("one")], incidents });
  expect(decision.opened).toEqual([]);
  expect(decision.joined.map(({ incidentId }) => incidentId)).toEqual(["z-older"]);
});
