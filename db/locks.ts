/**
 * Everything that transactions wait for each other at, in the order in which one transaction may take it
 * (docs/reliability.md#locks): with one order nobody waits in a circle. `number` is an advisory lock, arbitrary but
 * fixed, also across releases that run side by side; the others are locked rows, of the table that `rows` names.
 * Taken by `kit/server/db/locks.ts`, which refuses at once what goes back in the order.
 */
export const locks = {
  /** Instances that start together migrate one after the other. */
  migrations: { place: 1, number: 4_827_113 },
  /** By device and Idempotency-Key: the second of two at once waits for the answer of the first. */
  deviceCall: { place: 2, number: 4_827_116 },
  /** By what is counted: who counts the same takes turns. The narrow key before the wide one. */
  rate: { place: 3, number: 4_827_117 },
  /** By lot and car: of two reports of one entrance at once the second sees the first. */
  entrance: { place: 4, number: 4_827_118 },
  /** Admins in the order of their ids, then the person. */
  person: { place: 5, rows: 'user_account' },
  payment: { place: 6, rows: 'payment' },
  reservation: { place: 7, rows: 'reservation' },
  ticket: { place: 8, rows: 'ticket' },
  /** Who adds or changes a car park waits for the others. Not a lock on the table: gates count in it. */
  lots: { place: 9, number: 4_827_115 },
  /** Several in the order of their ids. */
  lot: { place: 10, rows: 'lot' },
  /** Shared by who writes to the feed until it is to be seen; alone for who reads, so that no number appears later. */
  feed: { place: 11, number: 4_827_114 },
  /** By lot: one closing at a time, and no adjustment meanwhile. */
  closing: { place: 12, rows: 'closing_start' },
} as const
