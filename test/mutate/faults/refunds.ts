import type { Fault } from '../fault.ts'

/** A refund is made once, and recorded as it was made. */
export const refundFaults: readonly Fault[] = [
  {
    name: 'a refund made on the acquirer’s site is not booked',
    file: 'src/payment/server/difference/failedRefund.ts',
    search:
      'if (sale.voidedCents > refundedCents) await recordExternalRefund(tx, deps.subject, settlement, sale)',
    replace: '',
    tests: ['src/refund/server/refunds.test.ts'],
    why: 'The desk would give the same money back again.',
  },
  {
    name: 'two concurrent refund requests are both made',
    file: 'src/refund/server/refundPayment.ts',
    search: "if (request.keptCents !== null && keptCents !== request.keptCents) throw fail('refund_changed')",
    replace: '',
    tests: ['src/refund/server/refunds.test.ts'],
    why: 'The second manager gives back what the first gave back.',
  },
  {
    name: 'a leased refund can be leased by a second instance',
    file: 'src/refund/server/refundLeases.ts',
    search: ".where(isLeaseFree('claimed_until_at'))",
    replace: '',
    tests: ['src/refund/server/refunds.test.ts'],
    why: 'Two instances send it side by side.',
  },
  {
    name: 'a process whose refund lease expired still sends the refund',
    file: 'src/refund/server/sendRefund.ts',
    search: 'const lease = await extendLease(deps.db, leased, leaseMs(deps))',
    replace: 'const lease: RefundLease | null = leased',
    tests: ['src/refund/server/unconfirmed/pausedWorker.test.ts'],
    why: 'Another instance has sent it meanwhile: the driver has it twice.',
  },
  {
    name: 'whether a refund was sent is decided by a row read before the lease',
    file: 'src/refund/server/refundLeases.ts',
    search: ".where('claimed_until_at', isFirst ? 'is' : 'is not', null)",
    replace: '',
    tests: ['src/refund/server/unconfirmed/pausedWorker.test.ts'],
    why: 'A part of which no query tells counts as never sent, and is sent twice.',
  },
  {
    name: 'two concurrent decisions about one payment are both stored',
    file: 'src/review/server/decidePayment.ts',
    search: "if ((await countDecisions(tx, by.paymentId)) !== by.decisions) throw fail('nothing_to_decide')",
    replace: '',
    tests: ['src/review/server/backoffice/decisions.test.ts'],
    why: 'The history tells of two that contradict each other.',
  },
  {
    name: 'a stay paid in the portal and at a machine opens no case',
    file: 'src/ticket/server/flow/recordMachinePayment.ts',
    search: 'if (isOverpaid) await flagOverpayment(tx, ticket.id, { excessCents, now: paid.now })',
    replace: '',
    tests: ['src/review/server/backoffice/cases.test.ts'],
    why: 'Paid twice, and nobody at the desk is told.',
  },
  {
    name: 'a refused reversal opens no case',
    file: 'src/refund/server/reverseAttempt.ts',
    search: "await openCase(tx, { paymentId, kind: 'late_give_back', amountCents }, now)",
    replace: '',
    tests: ['src/review/server/backoffice/cases.test.ts'],
    why: 'No balance at the acquirer: it fails for days unseen.',
  },
  {
    name: 'a repeated dispute webhook reopens a closed case',
    file: 'src/payment/server/difference/saleEvents.ts',
    search: '  if (!inserted) return\n',
    replace: '',
    tests: ['src/payment/server/difference/events.test.ts'],
    why: 'The acquirer tells the same as often as it likes.',
  },
]
