import { decimalReais, humanMoney } from '#kit/money.ts'
import { escapeHtml } from '#kit/markup.ts'
import { htmlPage } from '../../cielo/bank/htmlPage.ts'
import type { Charge } from '../ledger/records.ts'
import { isExpired } from '../payCharge.ts'

const shown = 20

/**
 * Charges, newest first, each with a button to pay it. Paid and ended ones can be paid too, to test that
 * case.
 */
export function payerPage(charges: readonly Charge[], now: Date): string {
  const rows = charges.slice(0, shown).map((charge) => row(charge, now))
  const none = '<p>Nenhuma cobrança ainda. Escolha PIX no Guichê e volte aqui.</p>'
  return htmlPage('Cobranças Pix', rows.length === 0 ? none : rows.join('\n'))
}

function row(charge: Charge, now: Date): string {
  const { standing, isOpen } = statusOf(charge, now)
  const amount = humanMoney(charge.amount)
  const name = isOpen ? `Pagar R$ ${amount}` : 'Pagar mesmo assim'
  const id = escapeHtml(charge.txid)
  return `<section>
    <dl><dt>Valor</dt><dd>R$ ${amount}</dd><dt>Situação</dt><dd>${standing}</dd>
    <dt>Cobrança</dt><dd>${id}</dd></dl>
    <form method="post"><input type="hidden" name="txid" value="${id}">
      <button class="${isOpen ? 'yes' : 'no'}">${name}</button>
    </form>
    <form method="post"><input type="hidden" name="txid" value="${id}">
      <label>Outro valor (R$) <input name="amount" inputmode="decimal" value="${decimalReais(charge.amount)}"></label>
      <button class="leave">Pagar este valor</button>
    </form>
  </section>`
}

function statusOf(charge: Charge, now: Date): { standing: string; isOpen: boolean } {
  if (charge.paid.length > 1) return { standing: `paga ${charge.paid.length} vezes`, isOpen: false }
  if (charge.paid.length === 1) return { standing: 'paga', isOpen: false }
  if (charge.status !== 'ATIVA') return { standing: 'encerrada', isOpen: false }
  return isExpired(charge, now)
    ? { standing: 'vencida', isOpen: false }
    : { standing: 'em aberto', isOpen: true }
}
