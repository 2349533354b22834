import * as z from 'zod/mini'
import { parseReais } from '#kit/money.ts'

/** '12.50' as centavos; some banks send a number. */
const cents = z.pipe(
  z.union([z.string(), z.number()]),
  z.transform((wire, context): number => {
    const read = parseReais(wire)
    if (read !== null) return read
    context.issues.push({ code: 'custom', message: 'an amount', input: wire })
    return z.NEVER
  }),
)
/** An instant without a zone is Brasília time. */
const instant = z.pipe(
  z.string(),
  z.transform((wire, context): Date => {
    const read = new Date(/(Z|[+-]\d\d:?\d\d)$/i.test(wire) ? wire : `${wire}-03:00`)
    if (!Number.isNaN(read.getTime())) return read
    context.issues.push({ code: 'custom', message: 'an instant', input: wire })
    return z.NEVER
  }),
)

export const returned = z.object({
  id: z.nullish(z.string()),
  valor: cents,
  /** A missing status counts as in progress: neither refunded nor repeatable. */
  status: z.pipe(
    z.nullish(z.string()),
    z.transform((status) => status ?? 'EM_PROCESSAMENTO'),
  ),
  horario: z.nullish(z.object({ solicitacao: z.nullish(instant) })),
})
export type Returned = z.output<typeof returned>

const payment = z.object({
  endToEndId: z.string().check(z.regex(/^[a-zA-Z0-9]{1,64}$/)),
  valor: cents,
  horario: instant,
  devolucoes: z.nullish(z.array(returned)),
})
export type Payment = z.output<typeof payment>

export const charge = z.object({
  txid: z.string(),
  status: z.string(),
  calendario: z.object({ criacao: instant, expiracao: z.coerce.number() }),
  valor: z.object({ original: cents }),
  location: z.nullish(z.string().check(z.maxLength(200))),
  loc: z.nullish(z.object({ location: z.nullish(z.string().check(z.maxLength(200))) })),
  pixCopiaECola: z.nullish(z.string().check(z.maxLength(1000))),
  pix: z.nullish(z.array(payment)),
})
export type Charge = z.output<typeof charge>

export const news = z.object({
  pix: z.array(z.object({ txid: z.nullish(z.string()) })).check(z.maxLength(1000)),
})
