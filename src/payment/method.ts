import type { Acquirer, CardKind, Offered } from '#acquirer/acquirer.ts'
import type { Elsewhere } from '#acquirer/offered.ts'
import { cardKinds } from '#card/kinds.ts'

/** The ways to pay. A new one is a name there, a row below, and its screen. */
export type Method = Offered

/** What everything else has to know of a way to pay: nobody compares its number. */
type MethodRow = {
  readonly name: Method
  /** `payment_type` on the wire and in the database. */
  readonly wire: number
  /** What the wire, lists, files and saved cards call it. */
  readonly text: string
  /** The same within a sentence. */
  readonly inSentence: string
  /** On the receipt, and above the fields of the card or the code. */
  readonly receiptText: string
  /** The button on the payment-type screen, and the same beneath saved cards. */
  readonly buttonText: string
  readonly newButtonText: string
  /** A button of its own beneath the value; null where it is chosen among the ways to pay. */
  readonly valueButtonText: string | null
  /** The field of the settings that says whether the operator takes it. */
  readonly setting: string
  /** The picture beside it. */
  readonly icon: string
  /** The screen that it is paid on. */
  readonly screen: string
  /** Which cards pay so: `debit` for brands that take debit. */
  readonly brands: 'any' | 'debit'
  /** A saved card of this method was chosen for a payment of another. */
  readonly otherSavedText: string
  /** Where money goes that is given back: 'ao seu cartão'. */
  readonly backTo: string
  /** How it gets there, after 'O valor volta'. */
  readonly backText: string
  /** The button of staff that gives it back. */
  readonly giveBackText: string
  /** What the driver reads of a payment that is given back, where it says no reason of its own. */
  readonly given: { readonly asked: string; readonly title: string; readonly text: string }
  readonly instrument: 'card' | Elsewhere
  /** What the acquirer is asked for; null where it is no card. */
  readonly card: CardKind | null
  /** What is asked of the payer: all that an acquirer of cards wants to know, or a name and a CPF. */
  readonly payer: 'whole' | 'name'
  /** The money can be held first and taken later. */
  readonly mayBeHeld: boolean
  /** What pays so may be kept for the next time. */
  readonly maySave: boolean
  /** The payer's bank is asked who they are before the money moves. */
  readonly authenticates: boolean
}

const toCard = {
  backTo: 'ao seu cartão',
  backText: 'ao cartão. Ele aparece na sua fatura conforme o prazo do banco.',
  giveBackText: 'Devolver ao cartão',
  given: {
    asked: 'O estorno foi pedido à operadora do cartão e aparece na sua fatura.',
    title: 'O valor foi devolvido ao seu cartão',
    text: 'O estorno aparece na sua fatura conforme o prazo do banco.',
  },
} as const

const byCard = {
  instrument: 'card',
  icon: 'card',
  screen: 'payment.creditDebitCard',
  payer: 'whole',
  valueButtonText: null,
} as const

const pixBack = 'por Pix, em geral em poucos minutos. Ele aparece no extrato da conta de onde saiu.'

export const methods = {
  credit: {
    name: 'credit',
    setting: 'payCredit',
    ...cardKinds.credit,
    inSentence: 'crédito',
    receiptText: 'Cartão de crédito',
    buttonText: 'CARTÃO DE CRÉDITO',
    newButtonText: 'NOVO CARTÃO DE CRÉDITO',
    brands: 'any',
    otherSavedText: 'Este cartão salvo é de crédito. Altere a forma de pagamento.',
    ...toCard,
    ...byCard,
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
    brands: 'debit',
    otherSavedText: 'Este cartão salvo é de débito. Altere a forma de pagamento.',
    ...toCard,
    ...byCard,
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
    brands: 'any',
    otherSavedText: 'O Pix não é pago com cartão salvo. Altere a forma de pagamento.',
    backTo: 'à conta de onde saiu o Pix',
    backText: pixBack,
    giveBackText: 'Devolver o Pix',
    given: {
      asked: `A devolução foi pedida ao banco. O valor volta ${pixBack}`,
      title: 'O valor foi devolvido',
      text: `Ele voltou ${pixBack}`,
    },
    instrument: 'pix',
    card: null,
    payer: 'name',
    mayBeHeld: false,
    authenticates: false,
  },
} as const satisfies { readonly [Name in Method]: MethodRow & { readonly name: Name } }

/** The number of a method on the wire. */
export type PaymentType = (typeof methods)[Method]['wire']

/** Every method, in the order of the rows, in which they are offered. */
export const methodNames: readonly Method[] = Object.values(methods).map(({ name }) => name)

/** Every number of the wire. */
export const paymentTypes: readonly PaymentType[] = methodNames.map((name) => methods[name].wire)

/** The method behind a number of the wire or the database. Throws for one that no row has. */
export function methodOf(wire: number): Method {
  const method = methodNames.find((name) => methods[name].wire === wire)
  if (method === undefined) throw new Error(`no method has the number ${wire}`)
  return method
}

/** The numbers of cards: their tries are counted apart from those of what is paid elsewhere. */
export const cardTypes: readonly PaymentType[] = methodNames
  .map((name) => methods[name])
  .filter(({ card }) => card !== null)
  .map(({ wire }) => wire)

export type MethodSetting = (typeof methods)[Method]['setting']

/** Something of each method, under its field of the settings. */
export function bySetting<Value>(
  of: (row: (typeof methods)[Method]) => Value,
): Readonly<Record<MethodSetting, Value>>
/** A new object has the keys of the old, which the compiler does not see by itself. */
export function bySetting<Value>(
  of: (row: (typeof methods)[Method]) => Value,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(methodNames.map((name) => [methods[name].setting, of(methods[name])]))
}

/** The row behind a number of the wire or the database. Throws for one that no row has. */
export function methodRow(wire: number): (typeof methods)[Method] {
  return methods[methodOf(wire)]
}

/** Another tab has chosen another way to pay than this one shows. */
export function changedText(wire: number): string {
  return `A forma de pagamento mudou para ${methodRow(wire).inSentence} enquanto você olhava. Nada foi cobrado: confira antes de pagar.`
}

/** 'Escolha crédito ou débito.' */
export const chooseText = `Escolha ${listed(methodNames.map((name) => methods[name].inSentence))}.`

function listed(words: readonly string[]): string {
  const last = words[words.length - 1] ?? ''
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} ou ${last}`
}

/** The ways to pay that one of the configured acquirers can do, in the order of the rows. */
export function offeredMethods(acquirers: readonly Pick<Acquirer, 'offers'>[]): Method[] {
  return methodNames.filter((name) => acquirers.some(({ offers }) => offers.includes(name)))
}

/** Those of them that the operator does not close. */
export function openMethods(
  offered: readonly Method[],
  { closed }: { readonly closed: readonly string[] },
): Method[] {
  return offered.filter((name) => !closed.includes(name))
}

/** How the money of a payment moves: taken at once, or held first and taken when it is known how much. */
export type Take = 'capture' | 'hold'

/** The terms on which a thing is paid. */
export type Terms = {
  readonly take: Take
  /** `destination` on the wire and in the database. */
  readonly destination: number
  /** What the desk's lists call such a payment, in the place of its method. */
  readonly deskText: string | null
  /** The methods that such a payment takes. */
  readonly methods: readonly Method[]
}

export const terms = {
  capture: { take: 'capture', destination: 1, deskText: null, methods: methodNames },
  hold: {
    take: 'hold',
    destination: 2,
    deskText: 'Reserva',
    methods: methodNames.filter((name) => methods[name].mayBeHeld),
  },
} as const satisfies Record<Take, Terms>

/** Whether money can be held by one of these methods, so that a reserved space can be sold. */
export function canReserve(open: readonly Method[]): boolean {
  return terms.hold.methods.some((name) => open.includes(name))
}

/**
 * Whether a payment can be made by this method while these are open. A space that was sold before its only method was
 * closed can still be paid (docs/spec.md#r40).
 */
export function isOffered(
  method: Method,
  open: readonly Method[],
  payment: { readonly destination: number },
): boolean {
  return termsOf(payment).take === 'hold' || open.includes(method)
}

/** The terms behind a `destination` of the wire or the database. */
export function termsOf({ destination }: { readonly destination: number }): Terms {
  return destination === terms.hold.destination ? terms.hold : terms.capture
}
