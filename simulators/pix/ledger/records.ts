import * as z from 'zod/mini'

const given = z.object({
  id: z.string(),
  rtrId: z.string(),
  amount: z.number(),
  status: z.enum(['EM_PROCESSAMENTO', 'DEVOLVIDO', 'NAO_REALIZADO']),
  at: z.string(),
})
/** Money on its way back, or back, of one payment. */
export type Given = Readonly<z.infer<typeof given>>

const paid = z.object({
  e2eid: z.string(),
  amount: z.number(),
  at: z.string(),
  given: z.array(given),
})
/** One payment of a charge; a charge may be paid twice. */
export type Paid = Readonly<z.infer<typeof paid>>

const charge = z.object({
  txid: z.string(),
  key: z.string(),
  amount: z.number(),
  status: z.enum(['ATIVA', 'CONCLUIDA', 'REMOVIDA_PELO_USUARIO_RECEBEDOR', 'REMOVIDA_PELO_PSP']),
  payerName: z.nullable(z.string()),
  createdAt: z.string(),
  expiryS: z.number(),
  revision: z.number(),
  /** The address of the code without its scheme. */
  location: z.string(),
  paid: z.array(paid),
})
/** Amounts are centavos, times ISO 8601 in UTC. */
export type Charge = Readonly<z.infer<typeof charge>>

const webhook = z.object({ key: z.string(), url: z.string(), createdAt: z.string() })
export type Webhook = Readonly<z.infer<typeof webhook>>

/** One line of the ledger's file. */
export const record = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('charge'), charge }),
  z.object({ kind: z.literal('webhook'), webhook }),
])

/** What of a payment is back, or on its way. */
export function givenCents({ given }: Paid): number {
  return given.reduce((sum, { amount, status }) => sum + (status === 'NAO_REALIZADO' ? 0 : amount), 0)
}
