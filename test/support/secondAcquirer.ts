import { pixRefundRules } from '#acquirer/server/pixSales.ts'
import type { Sale } from './simulatorControls.ts'
import type {
  Acquirer,
  Approval,
  AttemptIdentity,
  ChangeOutcome,
  FinalOutcome,
  FindOutcome,
  PostponedChange,
  NextAction,
  PendingChange,
} from '#acquirer/acquirer.ts'

/** A key of 16 letters and digits, as acquirers with short keys have. */
export function shortKey({ paymentId, n }: AttemptIdentity): string {
  return `${paymentId.toString(36)}A${n}`
}

type Kept = {
  readonly orderKey: string
  readonly amountCents: number
  readonly capture: boolean
  /** The change of each id; null once it is done. */
  readonly changes: Map<string, (() => void) | null>
  open: { nextAction: NextAction; expiresAt: Date } | null
  byPix: boolean
  ended: boolean
  captured: number
  voided: number
}

/**
 * Another acquirer with its ledger in memory: it can wait for the payer, and accept or postpone a change. A repeated
 * change of an id is done once.
 */
export function secondAcquirer() {
  const sales = new Map<string, Kept>()
  const calls: string[] = []
  let wait: { nextAction: NextAction; expiresAt: Date } | null = null
  let delay: PendingChange | PostponedChange | null = null

  const approval = (reference: string, sale: Kept): Approval => ({
    outcome: 'approved',
    reference,
    amountCents: sale.amountCents,
    capturedCents: sale.captured,
    voidedCents: sale.voided,
    nsu: '000001',
    endToEndId: sale.byPix && sale.captured > 0 ? `E${reference}` : null,
    authorisationCode: '000002',
    returnCode: null,
    brand: null,
    lastDigits: null,
    cardToken: `second-${reference}`,
  })
  const standing = (reference: string): FindOutcome => {
    const sale = sales.get(reference)
    if (!sale) return { outcome: 'not_found' }
    if (sale.open) return { outcome: 'pending', reference, ...sale.open }
    if (sale.ended && sale.captured === 0)
      return { outcome: 'refused', reference, returnCode: null, cause: sale.byPix ? 'ended' : 'generic' }
    return approval(reference, sale)
  }
  const settled = (reference: string): FinalOutcome => {
    const outcome = standing(reference)
    return outcome.outcome === 'approved' || outcome.outcome === 'refused'
      ? outcome
      : { outcome: 'unknown', reference, detail: outcome.outcome }
  }
  const change = (id: string, reference: string, work: (sale: Kept) => void): ChangeOutcome => {
    calls.push(id)
    const sale = sales.get(reference)
    if (!sale) return { outcome: 'unknown', reference, detail: 'no such sale' }
    if (delay?.outcome === 'later') return delay
    if (!sale.changes.has(id)) {
      sale.changes.set(id, delay ? () => work(sale) : null)
      if (!delay) work(sale)
    }
    return delay ?? settled(reference)
  }
  const acquirer: Acquirer = {
    name: 'second',
    title: 'Segunda',
    offers: ['credit', 'debit', 'pix'],
    refundRules: pixRefundRules,
    orderKey: shortKey,
    authorise: async ({ orderKey, amountCents, capture, instrument }) => {
      const reference = `s${sales.size + 1}`
      const captured = capture && !wait ? amountCents : 0
      const byPix = instrument.type === 'pix'
      const fresh = { orderKey, amountCents, capture, captured, byPix, voided: 0, ended: false, open: wait }
      sales.set(reference, { ...fresh, changes: new Map() })
      const result = standing(reference)
      if (result.outcome === 'not_found') throw new Error('just made')
      return result
    },
    capture: async ({ id, reference, amountCents }) =>
      change(id, reference, (sale) => (sale.captured = amountCents)),
    void: async ({ id, reference }) =>
      change(id, reference, (sale) => (sale.voided = sale.captured || sale.amountCents)),
    refund: async ({ id, reference, amountCents }) =>
      change(id, reference, (sale) => (sale.voided += amountCents)),
    cancel: async (reference) => {
      calls.push(`end ${reference}`)
      const sale = sales.get(reference)
      if (sale?.open) Object.assign(sale, { open: null, ended: true })
      return settled(reference)
    },
    findByOrderKey: async (orderKey) => {
      const found = [...sales].find(([, sale]) => sale.orderKey === orderKey)
      return found ? standing(found[0]) : { outcome: 'not_found' }
    },
    findSales: async (orderKey) => ({
      outcome: 'found',
      references: [...sales].flatMap(([reference, sale]) => (sale.orderKey === orderKey ? [reference] : [])),
    }),
    findByReference: async (reference) => standing(reference),
    findOrderKey: async (reference) => {
      const sale = sales.get(reference)
      return sale ? { outcome: 'found', orderKey: sale.orderKey } : { outcome: 'not_found' }
    },
    checkQueries: async () => null,
    forgetCard: async (token) => {
      calls.push(`forget ${token}`)
      return 'forgotten'
    },
    hasValidSecret: () => false,
    readNotification: ({ body }) =>
      typeof body === 'object' && body && 'second' in body && typeof body.second === 'string'
        ? { references: [body.second] }
        : null,
  }
  return {
    acquirer,
    /** Ids of the requested changes, and the other calls; oldest first. */
    calls,
    sale: (orderKey: string) => [...sales.values()].find((sale) => sale.orderKey === orderKey),
    references: () => [...sales.keys()],
    /** Its ledger in the simulator's form. */
    ledger: async (): Promise<Sale[]> =>
      [...sales].map(([payment_id, { orderKey, amountCents: amount, captured, voided, ...sale }]) => ({
        payment_id,
        order_id: orderKey,
        type: sale.byPix ? 'Pix' : 'Card',
        amount,
        authorised: Math.max(amount, captured),
        captured,
        voided,
        status: captured > 0 || voided > 0 || sale.open || sale.ended ? 2 : 1,
      })),
    /** New sales wait for their payer; null: they are answered at once. */
    waitForPayer: (open: { nextAction: NextAction; expiresAt: Date } | null) => (wait = open),
    /** So many centavos are paid for a code, whether it is open, ended, or already paid. */
    payCode: (orderKey: string, cents: number) => {
      const sale = [...sales.values()].find((one) => one.orderKey === orderKey)
      if (sale) Object.assign(sale, { open: null, captured: sale.captured + cents })
    },
    /** Every waiting sale is paid. */
    payAll: () => {
      for (const sale of sales.values())
        if (sale.open) Object.assign(sale, { open: null, captured: sale.capture ? sale.amountCents : 0 })
    },
    /** Changes are accepted or postponed; null: they are done at once. */
    delayChanges: (change: PendingChange | PostponedChange | null) => (delay = change),
    /** Accepted changes are done. */
    finishChanges: () => {
      delay = null
      for (const { changes } of sales.values())
        for (const [id, work] of changes) {
          work?.()
          changes.set(id, null)
        }
    },
  }
}
