import { humanMoney } from '#kit/money.ts'
import type { ChangeAmounts } from '#acquirer/changes.ts'

/** The three amounts of a change, for staff. */
export function amountsText({ askedCents, acknowledgedCents, shownCents }: ChangeAmounts): string {
  const acknowledged =
    acknowledgedCents === null
      ? 'a resposta não disse o valor'
      : `a resposta confirmou R$ ${humanMoney(acknowledgedCents)}`
  const shown = shownCents === null ? 'não mostra nada' : `mostra R$ ${humanMoney(shownCents)}`
  return `pedido R$ ${humanMoney(askedCents)}; ${acknowledged}; a consulta ${shown}`
}
