import * as z from 'zod/mini'

const given = z.object({
  id: z.string(),
  rtrId: z.string(),
  amount: z.number(),
  status: z.enum(['EM_PROCESSAMENTO', 'DEVOLVIDO', 'NAO_REALIZADO']),
  at: z.string(),
})
/** A devolução. */
export type Devolucao = Readonly<z.infer<typeof given>>

const paid = z.object({
  e2eid: z.string(),
  amount: z.number(),
  at: z.string(),
  given: z.array(given),
})
/** A charge may be paid twice. */
export type PixPayment = Readonly<z.infer<typeof paid>>

const charge = z.object({
  txid: z.string(),
  key: z.string(),
  amount: z.number(),
  status: z.enum(['ATIVA', 'CONCLUIDA', 'REMOVIDA_PELO_USUARIO_RECEBEDOR', 'REMOVIDA_PELO_PSP']),
  payerName: z.nullable(z.string()),
  createdAt: z.string(),
  expiryS: z.number(),
  revision: z.number(),
  /** Without its scheme. */
  location: z.string(),
  paid: z.array(paid),
})
/** Amounts are centavos, times ISO 8601 in UTC. */
export type Charge = Readonly<z.infer<typeof charge>>

const webhook = z.object({ key: z.string(), url: z.string(), createdAt: z.string() })
export type Webhook = Readonly<z.infer<typeof webhook>>

export const record = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('charge'), charge }),
  z.object({ kind: z.literal('webhook'), webhook }),
])

/** Centavos of devoluções, done or in progress. */
export function devolucaoCents({ given }: PixPayment): number {
  return given.reduce((sum, { amount, status }) => sum + (status === 'NAO_REALIZADO' ? 0 : amount), 0)
}
