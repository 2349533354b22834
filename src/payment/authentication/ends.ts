import { authenticationEvents, liableParty } from '#acquirer/authenticator.ts'
import type { CardKind } from '#acquirer/offered.ts'
import { lookUp } from '#kit/text/lookUp.ts'
import { methods } from '../method.ts'

/** How an authentication ended, as the payer's page says it: what the acquirer's script told, or what came in between. */
export const authenticationResults = [...authenticationEvents, 'left', 'timeout', 'down'] as const
export type AuthenticationResult = (typeof authenticationResults)[number]

/** What became of an authentication, once its ECI was looked at. */
export type AuthenticationEnd =
  | Exclude<AuthenticationResult, 'success' | 'failure'>
  | 'authenticated'
  | 'attempted'
  | 'data_only'
  | 'refused'
  | 'other_card'

type EndRow = {
  /** Whether the sale follows, by method; `choice`: where the operator accepts it. */
  readonly sells: { readonly [Kind in CardKind]: boolean | 'choice' }
  /** What the driver reads where no sale follows. */
  readonly text: string
  /** What staff read of it, whether the sale followed or not: nothing of money. */
  readonly desk: string
}

const both = { credit: true, debit: true } as const
const neither = { credit: false, debit: false } as const
/** Credit is sold without anybody who answers for the cardholder; debit never is. */
const creditOnly = { credit: true, debit: false } as const
const left = 'A autenticação no banco não foi concluída. Nada foi cobrado. Tente novamente.'

/** A row for each end of an authentication (docs/payment.md#authentication). */
export const authenticationEnds = {
  authenticated: { sells: both, text: 'Autenticado pelo banco.', desk: 'Autenticado pelo banco.' },
  attempted: {
    sells: { credit: true, debit: 'choice' },
    text: 'O banco deste cartão não autentica compras agora. Nada foi cobrado. Use outro cartão ou pague no crédito.',
    desk: 'O banco não autentica este cartão: só a tentativa ficou registrada.',
  },
  data_only: {
    sells: creditOnly,
    text: 'O banco só foi informado da compra. Nada foi cobrado. Use outro cartão.',
    desk: 'Só informado ao banco, que não autenticou.',
  },
  refused: {
    sells: neither,
    text: 'Não foi possível autenticar o cartão. Nada foi cobrado. Tente de novo, use outro cartão ou pague no crédito.',
    desk: 'O banco não autenticou.',
  },
  left: { sells: neither, text: left, desk: 'A autenticação não foi até o fim.' },
  error: { sells: neither, text: left, desk: 'A autenticação terminou com um erro.' },
  timeout: {
    sells: neither,
    text: 'A autenticação no banco demorou demais. Nada foi cobrado. Tente de novo, use outro cartão ou pague no crédito.',
    desk: 'A autenticação demorou demais.',
  },
  unenrolled: {
    sells: creditOnly,
    text: 'Este cartão não participa da autenticação do banco, e o débito precisa dela. Nada foi cobrado. Use outro cartão ou pague no crédito.',
    desk: 'O cartão não participa da autenticação.',
  },
  disabled: {
    sells: creditOnly,
    text: 'O débito não está disponível agora. Nada foi cobrado. Pague no crédito.',
    desk: 'A autenticação está desligada na adquirente.',
  },
  unsupported_brand: {
    sells: creditOnly,
    text: 'A bandeira deste cartão não tem autenticação, e o débito precisa dela. Nada foi cobrado. Use outro cartão ou pague no crédito.',
    desk: 'A bandeira não tem autenticação.',
  },
  down: {
    sells: creditOnly,
    text: 'O serviço que autentica o cartão não responde agora. Nada foi cobrado. Tente mais tarde ou pague no crédito.',
    desk: 'Serviço de autenticação fora do ar.',
  },
  other_card: {
    sells: neither,
    text: 'A autenticação não foi feita com este cartão para este valor. Nada foi cobrado. Digite o cartão de novo.',
    desk: 'Autenticação feita com outro cartão ou para outro valor.',
  },
} as const satisfies Readonly<Record<AuthenticationEnd, EndRow>>

const rows: Readonly<Record<string, EndRow>> = authenticationEnds

/** What staff read of an end that a database keeps; null for what is none. */
export function authenticationText(end: string): string | null {
  return lookUp(rows, end)?.desk ?? null
}

const liabilityTexts = {
  issuer: 'Por conta do banco emissor',
  operator: 'Por conta do estacionamento',
} as const

/** Who bears a dispute of a sale, for staff: the ECI that the acquirer used decides, not what was sent. */
export function liabilityText(brand: string | null, eci: string | null): string | null {
  const liable = liableParty(brand, eci)
  return liable && `${liabilityTexts[liable]} (ECI ${eci})`
}

/** Whether a sale by this kind of card follows. */
export function sellsAfter(
  end: AuthenticationEnd,
  kind: CardKind,
  { acceptsAttempted }: { acceptsAttempted: boolean },
): boolean {
  const sells = rows[end]?.sells[kind] ?? false
  return sells === 'choice' ? acceptsAttempted : sells
}

/** Said where the page lost the card: a reload, a step back, a crash in between. */
export const typeAgainText = 'Digite o cartão de novo. Nada foi cobrado.'

/** The page authenticates the cardholder of this payment; nothing was sent to the acquirer yet. */
export function isAuthenticating(payment: {
  readonly state: string
  readonly attempt: { readonly authenticate?: boolean | undefined } | null
}): boolean {
  return payment.state === 'awaiting_cardholder' && payment.attempt?.authenticate === true
}

/** What the operator chooses about paying (docs/back-office.md#settings). */
export type PaymentSettings = {
  /** Methods that are not offered although an acquirer could. */
  readonly closed: readonly string[]
  /** Debit whose authentication was only attempted is sold. */
  readonly acceptsAttempted: boolean
  /** Authentication of credit: none, the issuer is only told, or asked from so many centavos on. */
  readonly credit: 'off' | 'data_only' | 'challenge'
  readonly creditFromCents: number
}

export const defaultPaymentSettings: PaymentSettings = {
  closed: [],
  acceptsAttempted: false,
  credit: 'off',
  creditFromCents: 0,
}

/** How a typed card is authenticated before its sale; null where it is not. */
export function authenticationOf(
  { kind, amountCents }: { kind: CardKind; amountCents: number },
  { credit, creditFromCents }: PaymentSettings,
): 'challenge' | 'data_only' | null {
  if (methods[kind].authenticates) return 'challenge'
  if (credit === 'off') return null
  return credit === 'challenge' && amountCents < creditFromCents ? null : credit
}
