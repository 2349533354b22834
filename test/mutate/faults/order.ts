import type { Fault } from '../fault.ts'

/** Locks, leases, clocks, and the contents of a transaction. */
export const orderFaults: readonly Fault[] = [
  {
    name: 'a lock out of order is allowed',
    file: 'src/kit/server/db/transactionContext.ts',
    search: 'if (place < context.lastPlace)',
    replace: 'if (place < 0)',
    tests: ['test/locks.test.ts'],
    why: 'Nobody notices until it is stuck.',
  },
  {
    name: 'a transaction that lost a deadlock answers 500 instead of being retried',
    file: 'src/kit/server/db/transaction.ts',
    search: 'if (!isConflict(error)) throw error',
    replace: 'throw error',
    tests: ['test/simulation/locks.test.ts'],
    why: 'The work could simply be done again.',
  },
  {
    name: 'the acquirer may be called inside a database transaction',
    file: 'src/acquirer/server/guardAcquirer.ts',
    search: 'if (isTransactionOpen()) throw new Error(`acquirer.${what} inside a database transaction`)',
    replace: '',
    tests: ['src/acquirer/server/guardAcquirer.test.ts'],
    why: 'A slow bank stops everybody.',
  },
  {
    name: 'a leased job can be claimed by a second instance',
    file: 'src/kit/server/jobs/queue.ts',
    search: "and ${isLeaseFree('lease_until_at')}",
    replace: '',
    tests: ['src/kit/server/jobs/jobs.test.ts'],
    why: 'Two mails, two refunds.',
  },
  {
    name: 'concurrent wrong passwords count as one',
    file: 'src/account/server/flow/access/verifyPassword.ts',
    search: 'await throwWhenLimitReached(tx, ',
    replace: 'void (tx, ',
    tests: ['src/account/server/access/access.test.ts'],
    why: 'Sent side by side they slip through the limit.',
  },
  {
    name: 'free reserved spaces are counted before the lot is locked',
    file: 'src/reservation/server/flow/createReservation.ts',
    search:
      'const lot = await lockLotWithReservedSpace(tx, taking.lotId, { countReserved, lotsWithTariff }, now)',
    replace: `const early = await countReserved(tx, now)
  const lot = await lockLotWithReservedSpace(tx, taking.lotId, { countReserved: async () => early, lotsWithTariff }, now)`,
    tests: ['test/simulation/lastSpace.test.ts'],
    why: 'Two at once both find it free.',
  },
  {
    name: 'a repeated call with the same idempotency key is executed again',
    file: 'src/equipment/server/withIdempotencyKey.ts',
    search: 'if (first) {',
    replace: 'if (first && first.request_hash !== requestHash) {',
    tests: ['src/equipment/server/exits.test.ts'],
    why: 'A gate that lost the answer books a payment twice.',
  },
  {
    name: 'the receipt is enqueued after the commit',
    file: 'src/payment/server/settle/recordCaptured.ts',
    search: 'await enqueueReceipt(tx, attempt, now)',
    replace: 'setTimeout(() => void enqueueReceipt(tx, attempt, now).catch(() => undefined), 5)',
    tests: ['src/payment/server/oneCommit.test.ts'],
    why: 'A crash in between, and the driver has no receipt.',
  },
  {
    name: 'the job of a webhook is enqueued after the commit',
    file: 'src/payment/server/notification/receiveNotification.ts',
    search:
      'await enqueue(tx, acquirerEventJob, { ...named, receivedAt: now.toISOString(), news }, { key, now })',
    replace: 'setTimeout(() => void enqueue(deps.tx, acquirerEventJob, { ...named }, { key, now }), 5)',
    tests: ['src/payment/server/oneCommit.test.ts'],
    why: 'A crash in between, and the only news of money is gone.',
  },
  {
    name: 'a payment’s change of state writes no audit row',
    file: 'src/payment/server/changeState.ts',
    search: 'await audit(tx, {',
    replace: "if (to !== 'captured') await audit(tx, {",
    tests: ['src/payment/card/server/pay.test.ts'],
    why: 'Nobody can say later who did what when.',
  },
  {
    name: 'hourly sums skip rows of transactions that have not committed',
    file: 'src/reporting/server/sums/updateHourSums.ts',
    search: 'let lockers = await findLockers(db, locks)',
    replace: 'let lockers: string[] = []',
    tests: ['src/reporting/server/sums/sums.test.ts'],
    why: 'Its row has a number that is summed already: the dashboard never tells of the money.',
  },
  {
    name: 'two instances close the same day',
    file: 'src/closing/server/flow/closeDays.ts',
    search: 'if ((await findLastClosing(tx, lot.id))?.id !== last?.id) return',
    replace: '',
    tests: ['src/closing/server/closing.test.ts'],
    why: 'The second one closes a day that is already closed, and the round of that instance fails.',
  },
]
