/**
 * A situation in the database of a test, of pieces in the product's words: what a test reads as given is arranged by
 * `arrange(deployment, aPage(), …)` in one batch. What people do with it, tests do by the use cases (support/desk).
 */
export { arrange, put } from "./scenario/arrange";
export { fillAlerts, fillChanges, fillDeliveries, fillRecovered, grown } from "./scenario/crowds";
export { aHeartbeat, type HeartbeatValues, pingKeyOf, type TestHeartbeat } from "./scenario/heartbeat";
export { anIncident } from "./scenario/incident";
export { aDeadNotice, aMailer, aNotice, waitingNotices } from "./scenario/mail";
export { aMaintenance, aSeries } from "./scenario/maintenance";
export { someMonitors } from "./scenario/monitor";
export { aPage, type PageOptions, type TestPage } from "./scenario/page";
export { aProvider, membersOf, signedIn, somePeople } from "./scenario/people";
export { aLoneSource, aRule, aSource, type TestSource } from "./scenario/source";
export { addressOf, asked, plainSubscriber, someInWays, someReaders, someSubscribers } from "./scenario/subscriber";
