/**
 * Every lock, in the order in which a transaction takes them (docs/reliability.md#locks), so that none deadlock.
 * `number` is an advisory lock, the same in all releases; the others are row locks of the table in `rows`.
 * `kit/server/db/locks.ts` takes them and throws when the order is broken.
 */
export const locks = {
  /** Instances that start together migrate one after the other. */
  migrations: { place: 1, number: 4_827_113 },
  /** By device and Idempotency-Key: the second of two at once waits for the answer of the first. */
  deviceCall: { place: 2, number: 4_827_116 },
  /** By the key of a rate limit, whose counts are serialised. The narrow key before the wide one. */
  rate: { place: 3, number: 4_827_117 },
  /** By lot and car, then by printed code: of two simultaneous reports of one entrance the second reads the first. */
  entrance: { place: 4, number: 4_827_118 },
  /** Admins in the order of their ids, then the person. */
  person: { place: 5, rows: 'user_account' },
  payment: { place: 6, rows: 'payment' },
  reservation: { place: 7, rows: 'reservation' },
  ticket: { place: 8, rows: 'ticket' },
  /** The limits of a shop's month are counted under it. */
  partner: { place: 9, rows: 'partner' },
  /** By lot: tills are numbered without gaps. */
  tillNumber: { place: 10, number: 4_827_119 },
  till: { place: 11, rows: 'till' },
  /** The counter of a lot and year: receipts are numbered without gaps. */
  tillReceipt: { place: 12, rows: 'till_receipt' },
  /** Serialises changes of lots, without a lock on the table, in which gates count. */
  lots: { place: 13, number: 4_827_115 },
  /** Several in the order of their ids. */
  lot: { place: 14, rows: 'lot' },
  /** Writers of the feed share it until they commit; a reader takes it alone, so that no lower number appears later. */
  feed: { place: 15, number: 4_827_114 },
  /** By lot: one closing at a time, and no adjustment meanwhile. */
  closing: { place: 16, rows: 'closing_start' },
} as const
