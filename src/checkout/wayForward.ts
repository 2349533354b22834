import type { commonErrors } from '#kit/fail.ts'

/**
 * What is left to a driver whom the portal refuses; there is no value for nothing. `here`: the next step on this screen.
 * `elsewhere`: the ticket stands, and is paid at a machine or the cashier. `people`: there is nothing to pay, or it would
 * be paid twice, so somebody has to look. `card`: what is paid here alone, such as a reserved space: another card, or somebody.
 */
export type WayForward = 'here' | 'elsewhere' | 'people' | 'card'

/** Of what any call may be refused: what a driver meets. What only staff, devices and old pages meet is left out by name. */
type Met = Exclude<
  keyof typeof commonErrors,
  'device_key' | 'forbidden' | 'second_factor' | 'api_token' | 'csrf' | 'invalid' | 'unauthenticated'
>

export const commonLeft = {
  human_required: 'elsewhere',
  not_found: 'people',
  too_many: 'elsewhere',
  unavailable: 'elsewhere',
} as const satisfies Readonly<Record<Met, WayForward>>

/** Who and what takes the driver's money or call besides the portal: what the operator set, '' for what there is not. */
export type Ways = {
  readonly payMachine: boolean
  readonly payCashier: boolean
  /** Digits with the country's code. */
  readonly whatsapp: string
  readonly phone: string
  /** When somebody answers: 'todos os dias, das 7h às 23h'. */
  readonly hours: string
}

/** What is said of what is left, by what there is. Never empty: a driver at the barrier can always do something. */
export function leftText(
  left: Exclude<WayForward, 'here'>,
  { payMachine, payCashier }: Pick<Ways, 'payMachine' | 'payCashier'>,
): string {
  if (left === 'card') return 'Nada foi cobrado. Tente outro cartão ou fale com o estacionamento.'
  if (left === 'people') return 'Informe o número do ticket a quem atende o estacionamento.'
  const places = [...(payMachine ? ['na máquina de pagamento'] : []), ...(payCashier ? ['no caixa'] : [])]
  return places.length === 0
    ? 'O ticket continua valendo. Informe o número dele a quem atende o estacionamento.'
    : `O ticket continua valendo: pague ${places.join(' ou ')} do estacionamento.`
}

/** The address that opens WhatsApp with the operator, the ticket named already. */
export function whatsappAddress(number: string, ticketCode: string | undefined): string {
  const about =
    ticketCode === undefined ? 'Preciso de ajuda na saída.' : `Preciso de ajuda com o ticket ${ticketCode}.`
  return `https://wa.me/${number}?text=${encodeURIComponent(about)}`
}

/** A Brazilian number with its country's code, for `tel:`. */
export function international(phone: string): string {
  const digits = phone.replace(/\D/g, '')
  return digits.length > 11 ? digits : `55${digits}`
}

/** '5541999990000' -> '(41) 99999-0000'. */
export function spokenPhone(phone: string): string {
  const local = international(phone).slice(2)
  return local.replace(/^(\d{2})(\d{4,5})(\d{4})$/, '($1) $2-$3')
}
