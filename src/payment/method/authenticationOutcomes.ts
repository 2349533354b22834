import { authenticationEvents } from '#acquirer/authenticator.ts'
import type { CardKind } from '#acquirer/acquirer.ts'
import { lookUp } from '#kit/text/lookUp.ts'
import { methods } from './method.ts'

export const authenticationResults = [...authenticationEvents, 'left', 'timeout', 'down'] as const
export type AuthenticationResult = (typeof authenticationResults)[number]

export type AuthenticationOutcome =
  | Exclude<AuthenticationResult, 'success' | 'failure'>
  | 'authenticated'
  | 'attempted'
  | 'data_only'
  | 'refused'
  | 'other_card'

type OutcomeRow = {
  /** `choice`: if the operator accepts it. */
  readonly allowsSale: { readonly [Kind in CardKind]: boolean | 'choice' }
  readonly text: string
  readonly staff: string
}

const both = { credit: true, debit: true } as const
const neither = { credit: false, debit: false } as const
/** Credit is sold without a liability shift; debit never is. */
const creditOnly = { credit: true, debit: false } as const
const unfinishedText = 'A autenticação no banco não foi concluída. Nada foi cobrado. Tente novamente.'

/** docs/payment.md#authentication */
export const authenticationOutcomes = {
  authenticated: { allowsSale: both, text: 'Autenticado pelo banco.', staff: 'Autenticado pelo banco.' },
  attempted: {
    allowsSale: { credit: true, debit: 'choice' },
    text: 'O banco deste cartão não autentica compras agora. Nada foi cobrado. Use outro cartão ou pague no crédito.',
    staff: 'O banco não autentica este cartão: só a tentativa ficou registrada.',
  },
  data_only: {
    allowsSale: creditOnly,
    text: 'O banco só foi informado da compra. Nada foi cobrado. Use outro cartão.',
    staff: 'Só informado ao banco, que não autenticou.',
  },
  refused: {
    allowsSale: neither,
    text: 'Não foi possível autenticar o cartão. Nada foi cobrado. Tente de novo, use outro cartão ou pague no crédito.',
    staff: 'O banco não autenticou.',
  },
  left: { allowsSale: neither, text: unfinishedText, staff: 'A autenticação não foi até o fim.' },
  error: { allowsSale: neither, text: unfinishedText, staff: 'A autenticação terminou com um erro.' },
  timeout: {
    allowsSale: neither,
    text: 'A autenticação no banco demorou demais. Nada foi cobrado. Tente de novo, use outro cartão ou pague no crédito.',
    staff: 'A autenticação demorou demais.',
  },
  unenrolled: {
    allowsSale: creditOnly,
    text: 'Este cartão não participa da autenticação do banco, e o débito precisa dela. Nada foi cobrado. Use outro cartão ou pague no crédito.',
    staff: 'O cartão não participa da autenticação.',
  },
  disabled: {
    allowsSale: creditOnly,
    text: 'O débito não está disponível agora. Nada foi cobrado. Pague no crédito.',
    staff: 'A autenticação está desligada na adquirente.',
  },
  unsupported_brand: {
    allowsSale: creditOnly,
    text: 'A bandeira deste cartão não tem autenticação, e o débito precisa dela. Nada foi cobrado. Use outro cartão ou pague no crédito.',
    staff: 'A bandeira não tem autenticação.',
  },
  down: {
    allowsSale: creditOnly,
    text: 'O serviço que autentica o cartão não responde agora. Nada foi cobrado. Tente mais tarde ou pague no crédito.',
    staff: 'Serviço de autenticação fora do ar.',
  },
  other_card: {
    allowsSale: neither,
    text: 'A autenticação não foi feita com este cartão para este valor. Nada foi cobrado. Digite o cartão de novo.',
    staff: 'Autenticação feita com outro cartão ou para outro valor.',
  },
} as const satisfies Readonly<Record<AuthenticationOutcome, OutcomeRow>>

const rows: Readonly<Record<string, OutcomeRow>> = authenticationOutcomes

/** Null for an unknown end. */
export function authenticationText(end: string): string | null {
  return lookUp(rows, end)?.staff ?? null
}

/** Whether a sale by this kind of card follows the authentication. */
export function allowsSaleAfter(
  end: AuthenticationOutcome,
  kind: CardKind,
  { acceptsAttempted }: { acceptsAttempted: boolean },
): boolean {
  const sells = rows[end]?.allowsSale[kind] ?? false
  return sells === 'choice' ? acceptsAttempted : sells
}

/** Whether the page authenticates the cardholder now. */
export function isAuthenticating(payment: {
  readonly state: string
  readonly attempt: { readonly authenticate?: boolean | undefined } | null
}): boolean {
  return payment.state === 'awaiting_cardholder' && payment.attempt?.authenticate === true
}

/** docs/back-office.md#settings */
export type PaymentSettings = {
  readonly closed: readonly string[]
  readonly pixFirst: boolean
  /** Sells debit with only an attempted authentication. */
  readonly acceptsAttempted: boolean
  readonly credit: 'off' | 'data_only' | 'challenge'
  readonly creditFromCents: number
}

/** Null where the card is not authenticated. */
export function authenticationModeFor(
  { kind, amountCents }: { kind: CardKind; amountCents: number },
  { credit, creditFromCents }: PaymentSettings,
): 'challenge' | 'data_only' | null {
  if (methods[kind].authenticates) return 'challenge'
  if (credit === 'off') return null
  return credit === 'challenge' && amountCents < creditFromCents ? null : credit
}
