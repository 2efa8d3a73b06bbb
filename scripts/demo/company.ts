/** A fictional company that sells tickets for small venues. Times of its incidents are relative to the first start. */
export const demoCompany = {
  slug: "larkfield",
  name: "Larkfield",
  about: "Tickets, payments and entry for more than 1,400 independent venues.",
  accent: "#1f5f4a",
};

export interface DemoComponent {
  name: string;
  description: string;
  /** Days before the first start at which it went into service; absent = as old as the history. */
  age?: number;
}

export interface DemoGroup {
  name: string;
  description: string;
  components: DemoComponent[];
}

export const demoGroups: DemoGroup[] = [
  {
    name: "Buying tickets",
    description: "What your guests use.",
    components: [
      { name: "Website", description: "larkfield.example and all venue pages" },
      { name: "Event search", description: "Search, listings and recommendations" },
      { name: "Checkout", description: "Basket, seat holds and orders" },
      { name: "Mobile app", description: "iOS and Android" },
    ],
  },
  {
    name: "Payments",
    description: "Card payments, refunds and payouts to venues.",
    components: [
      { name: "Card payments", description: "Cards, Apple Pay and Google Pay" },
      { name: "Refunds", description: "Refunds to the original card" },
      { name: "Payouts", description: "Daily payouts to venues" },
    ],
  },
  {
    name: "At the venue",
    description: "What your staff use on the night.",
    components: [
      { name: "Box office", description: "Selling at the door" },
      { name: "Entry scanning", description: "Scanners at the entrance; work offline for four hours" },
    ],
  },
  {
    name: "For developers",
    description: "",
    components: [
      { name: "Public API", description: "api.larkfield.example" },
      { name: "Webhooks", description: "Order and entry events" },
      { name: "Email and SMS", description: "Tickets, receipts and reminders", age: 41 },
    ],
  },
];
