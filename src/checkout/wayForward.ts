/** `otherPlace`: machine or cashier. `card`: another card. */
export type WayForward = 'retry' | 'otherPlace' | 'staff' | 'card'

/** After any other common failure the driver can pay at a machine or cashier. */
export const commonWaysForward = { not_found: 'staff' } as const satisfies Readonly<
  Record<string, WayForward>
>

export type HelpOptions = {
  readonly payMachine: boolean
  readonly payCashier: boolean
  readonly whatsapp: string
  readonly phone: string
  readonly hours: string
}

/** Never empty. */
export function wayForwardText(
  way: Exclude<WayForward, 'retry'>,
  { payMachine, payCashier }: Pick<HelpOptions, 'payMachine' | 'payCashier'>,
): string {
  if (way === 'card') return 'Nada foi cobrado. Tente outro cartão ou fale com o estacionamento.'
  if (way === 'staff') return 'Informe o número do ticket a quem atende o estacionamento.'
  const places = [...(payMachine ? ['na máquina de pagamento'] : []), ...(payCashier ? ['no caixa'] : [])]
  return places.length === 0
    ? 'O ticket continua valendo. Informe o número dele a quem atende o estacionamento.'
    : `O ticket continua valendo: pague ${places.join(' ou ')} do estacionamento.`
}

/** The message names the ticket. */
export function whatsappUrl(number: string, ticketCode: string | undefined): string {
  const about =
    ticketCode === undefined ? 'Preciso de ajuda na saída.' : `Preciso de ajuda com o ticket ${ticketCode}.`
  return `https://wa.me/${number}?text=${encodeURIComponent(about)}`
}

/** Adds the country code, for `tel:`. */
export function internationalPhone(phone: string): string {
  const digits = phone.replace(/\D/g, '')
  return digits.length > 11 ? digits : `55${digits}`
}

/** '5541999990000' -> '(41) 99999-0000'. */
export function formatPhone(phone: string): string {
  const local = internationalPhone(phone).slice(2)
  return local.replace(/^(\d{2})(\d{4,5})(\d{4})$/, '($1) $2-$3')
}
