/**
 * A situation in a test's database, made of pieces in the product's terms: what a test takes as given is set up by
 * `arrange(deployment, aPage(), …)` in one batch. Actions of people are done by the use cases (support/desk).
 */
export { arrange, put } from "./scenario/arrange";
export { aConfigurationJob, aRepository } from "./scenario/configuration";
export { fillAlerts, fillChanges, fillDeliveries, fillRecovered, grown } from "./scenario/crowds";
export { aForeignId } from "./scenario/foreign-id";
export { aHeartbeat, type HeartbeatValues, pingKeyOf, type TestHeartbeat } from "./scenario/heartbeat";
export { anImport, aPlannedThing } from "./scenario/import";
export { anIncident } from "./scenario/incident";
export { aDeadNotice, aMailer, aNotice, waitingNotices } from "./scenario/mail";
export { aMaintenance, aSeries } from "./scenario/maintenance";
export { someMonitors } from "./scenario/monitor";
export { aPage, type PageOptions, type TestPage } from "./scenario/page";
export { aProvider, membersOf, signedIn, somePeople } from "./scenario/people";
export { aLoneSource, aRule, aSource, type TestSource } from "./scenario/source";
export { addressOf, asked, plainSubscriber, someInWays, someReaders, someSubscribers } from "./scenario/subscriber";
