import * as z from 'zod/mini'
import { parseReais } from '#kit/money.ts'
import { aside, text, whole } from '../../lenient.ts'

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
/** Codes of the standard, which some banks write in lower case. */
const code = z.pipe(
  z.string(),
  z.transform((wire) => wire.trim().toUpperCase()),
)

/** A list that names an id twice has the last item of that id. */
function list<Item>(item: z.ZodMiniType<Item>, idOf: (item: Item) => string | null | undefined) {
  return z.pipe(
    z.nullish(z.array(item)),
    z.transform((items) => [...new Map((items ?? []).map((one, n) => [idOf(one) ?? n, one])).values()]),
  )
}

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
  id: text,
  valor: cents,
  /** A missing status counts as in progress: neither refunded nor repeatable. */
  status: z.pipe(
    aside(code),
    z.transform((status) => status ?? 'EM_PROCESSAMENTO'),
  ),
  horario: aside(z.object({ solicitacao: aside(instant) })),
  /** MED_FRAUDE and MED_OPERACIONAL are the banks' own returns. */
  natureza: aside(z.pipe(z.string().check(z.maxLength(40)), code)),
})
export type Returned = z.output<typeof returned>

const payment = z.object({
  endToEndId: aside(z.string().check(z.regex(/^[a-zA-Z0-9]{1,64}$/))),
  valor: cents,
  horario: aside(instant),
  devolucoes: list(returned, ({ id }) => id),
})
export type Payment = z.output<typeof payment>

export const charge = z.object({
  txid: z.string(),
  status: code,
  calendario: aside(z.object({ criacao: aside(instant), expiracao: aside(whole) })),
  valor: z.object({ original: cents }),
  location: aside(z.string().check(z.maxLength(200))),
  loc: aside(z.object({ location: aside(z.string().check(z.maxLength(200))) })),
  pixCopiaECola: aside(z.string().check(z.maxLength(1000))),
  pix: list(payment, ({ endToEndId }) => endToEndId),
})
export type Charge = z.output<typeof charge>

export const news = z.object({
  pix: z.array(aside(z.object({ txid: aside(z.string()) }))).check(z.maxLength(1000)),
})
