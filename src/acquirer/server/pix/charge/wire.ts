import * as z from 'zod/mini'
import { parseReais } from '#kit/money.ts'
import { nullIfInvalid, textOrNumber, numberOrDigits } from '../../lenientFields.ts'

function parsed<Wire, Value>(field: z.ZodMiniType<Wire>, parse: (wire: Wire) => Value | null) {
  return z.pipe(
    field,
    z.transform((wire: Wire, context): Value => {
      const value = parse(wire)
      if (value === null) context.issues.push({ code: 'custom', input: wire })
      return value ?? z.NEVER
    }),
  )
}

/** '12.50' as centavos; some banks send a number. */
const cents = parsed(z.union([z.string(), z.number()]), parseReais)
/** Codes of the standard, which some banks write in lower case. */
const code = z.pipe(
  z.string(),
  z.transform((wire) => wire.trim().toUpperCase()),
)

/** A list that names an id twice has the last item of that id. */
function uniqueList<Item>(item: z.ZodMiniType<Item>, idOf: (item: Item) => string | null | undefined) {
  return z.pipe(
    z.nullish(z.array(item)),
    z.transform((items) => [...new Map((items ?? []).map((one, n) => [idOf(one) ?? n, one])).values()]),
  )
}

/** An instant without a zone is Brasília time. */
const instant = parsed(z.string(), (wire) => {
  const at = new Date(/(Z|[+-]\d\d:?\d\d)$/i.test(wire) ? wire : `${wire}-03:00`)
  return Number.isNaN(at.getTime()) ? null : at
})

export const devolucao = z.object({
  id: textOrNumber,
  valor: cents,
  /** A missing status counts as in progress: neither refunded nor repeatable. */
  status: z.pipe(
    nullIfInvalid(code),
    z.transform((status) => status ?? 'EM_PROCESSAMENTO'),
  ),
  horario: nullIfInvalid(z.object({ solicitacao: nullIfInvalid(instant) })),
  /** MED_FRAUDE and MED_OPERACIONAL are the banks' own returns. */
  natureza: nullIfInvalid(z.pipe(z.string().check(z.maxLength(40)), code)),
})
export type Devolucao = z.output<typeof devolucao>

const payment = z.object({
  endToEndId: nullIfInvalid(z.string().check(z.regex(/^[a-zA-Z0-9]{1,64}$/))),
  valor: cents,
  horario: nullIfInvalid(instant),
  devolucoes: uniqueList(devolucao, ({ id }) => id),
})
export type PixPayment = z.output<typeof payment>

export const charge = z.object({
  txid: z.string(),
  status: code,
  calendario: nullIfInvalid(
    z.object({ criacao: nullIfInvalid(instant), expiracao: nullIfInvalid(numberOrDigits) }),
  ),
  valor: z.object({ original: cents }),
  location: nullIfInvalid(z.string().check(z.maxLength(200))),
  loc: nullIfInvalid(z.object({ location: nullIfInvalid(z.string().check(z.maxLength(200))) })),
  pixCopiaECola: nullIfInvalid(z.string().check(z.maxLength(1000))),
  pix: uniqueList(payment, ({ endToEndId }) => endToEndId),
})
export type Charge = z.output<typeof charge>

export const pixNotification = z.object({
  pix: z.array(nullIfInvalid(z.object({ txid: nullIfInvalid(z.string()) }))).check(z.maxLength(1000)),
})
