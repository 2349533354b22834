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
