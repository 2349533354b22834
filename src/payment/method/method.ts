import type { Acquirer, OfferedMethod } from '#acquirer/acquirer.ts'
import { cardKinds } from '#card/cardKinds.ts'

export type Method = OfferedMethod

const cardRefundTexts = {
  refundTo: 'ao seu cartão',
  refundText: 'ao cartão. Ele aparece na sua fatura conforme o prazo do banco.',
  refundButtonText: 'Devolver ao cartão',
  given: {
    requested: 'O estorno foi pedido à operadora do cartão e aparece na sua fatura.',
    title: 'O valor foi devolvido ao seu cartão',
    text: 'O estorno aparece na sua fatura conforme o prazo do banco.',
  },
} as const

const cardInstrument = {
  instrument: 'card',
  icon: 'card',
  screen: 'payment.creditDebitCard',
  payer: 'whole',
  valueButtonText: null,
} as const

const pixRefundText = 'por Pix, em geral em poucos minutos. Ele aparece no extrato da conta de onde saiu.'

export const methods = {
  credit: {
    name: 'credit',
    setting: 'payCredit',
    ...cardKinds.credit,
    inSentence: 'crédito',
    receiptText: 'Cartão de crédito',
    buttonText: 'CARTÃO DE CRÉDITO',
    newButtonText: 'NOVO CARTÃO DE CRÉDITO',
    ...cardRefundTexts,
    ...cardInstrument,
    card: 'credit',
    mayBeHeld: true,
    authenticates: false,
  },
  debit: {
    name: 'debit',
    setting: 'payDebit',
    ...cardKinds.debit,
    inSentence: 'débito',
    receiptText: 'Cartão de débito',
    buttonText: 'CARTÃO DE DÉBITO',
    newButtonText: 'CARTÃO DE DÉBITO',
    ...cardRefundTexts,
    ...cardInstrument,
    card: 'debit',
    mayBeHeld: false,
    authenticates: true,
  },
  pix: {
    name: 'pix',
    setting: 'payPix',
    wire: 3,
    text: 'Pix',
    maySave: false,
    inSentence: 'Pix',
    receiptText: 'Pix',
    buttonText: 'PIX',
    newButtonText: 'PIX',
    valueButtonText: 'PAGAR COM PIX',
    icon: 'pix',
    screen: 'payment.pix',
    refundTo: 'à conta de onde saiu o Pix',
    refundText: pixRefundText,
    refundButtonText: 'Devolver o Pix',
    given: {
      requested: `A devolução foi pedida ao banco. O valor volta ${pixRefundText}`,
      title: 'O valor foi devolvido',
      text: `Ele voltou ${pixRefundText}`,
    },
    instrument: 'pix',
    card: null,
    payer: 'name',
    mayBeHeld: false,
    authenticates: false,
  },
} as const

export type PaymentType = (typeof methods)[Method]['wire']

export const methodNames: readonly Method[] = Object.values(methods).map(({ name }) => name)

export const paymentTypes: readonly PaymentType[] = methodNames.map((name) => methods[name].wire)

/** Throws for an unknown number. */
export function methodByNumber(wire: number): Method {
  const method = methodNames.find((name) => methods[name].wire === wire)
  if (method === undefined) throw new Error(`no method has the number ${wire}`)
  return method
}

export const cardTypes: readonly PaymentType[] = methodNames
  .map((name) => methods[name])
  .filter(({ card }) => card !== null)
  .map(({ wire }) => wire)

type MethodSetting = (typeof methods)[Method]['setting']

/** A value of each method by its settings field. */
export function methodsBySetting<Value>(
  of: (row: (typeof methods)[Method]) => Value,
): Readonly<Record<MethodSetting, Value>>
/** The compiler does not infer the new object's keys. */
export function methodsBySetting<Value>(
  of: (row: (typeof methods)[Method]) => Value,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(methodNames.map((name) => [methods[name].setting, of(methods[name])]))
}

/** Throws for an unknown number. */
export function methodRow(wire: number): (typeof methods)[Method] {
  return methods[methodByNumber(wire)]
}

/** Another tab changed the method. */
export function methodChangedText(wire: number): string {
  return `A forma de pagamento mudou para ${methodRow(wire).inSentence} enquanto você olhava. Nada foi cobrado: confira antes de pagar.`
}

export const chooseMethodText = `Escolha ${joinWithOr(methodNames.map((name) => methods[name].inSentence))}.`

function joinWithOr(words: readonly string[]): string {
  const last = words[words.length - 1] ?? ''
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} ou ${last}`
}

/** The methods that the configured acquirers support. */
export function offeredMethods(acquirers: readonly Pick<Acquirer, 'offers'>[]): Method[] {
  return methodNames.filter((name) => acquirers.some(({ offers }) => offers.includes(name)))
}

/** In the order of the screens. */
export function openMethods(
  offered: readonly Method[],
  { closed, pixFirst }: { readonly closed: readonly string[]; readonly pixFirst: boolean },
): Method[] {
  const open = offered.filter((name) => !closed.includes(name))
  const [first, rest] = [open.filter((name) => name === 'pix'), open.filter((name) => name !== 'pix')]
  return pixFirst ? [...first, ...rest] : open
}

/** The route of the payment's screen. */
export function payScreenOf(payment: { readonly payment_type: number }) {
  return methodRow(payment.payment_type).screen
}
