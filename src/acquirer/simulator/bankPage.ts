import type { Sale } from './book.ts'

const style = `body{font:18px/1.5 system-ui,sans-serif;margin:0;background:#F2F5FB;color:#10182B;display:grid;min-height:100vh;place-items:center}
main{background:#fff;border:1px solid #D5DCE9;border-radius:14px;padding:24px;max-width:400px;width:calc(100% - 32px);box-sizing:border-box;margin:16px}
h1{font-size:22px;margin:0 0 8px}button{font:inherit;width:100%;min-height:52px;margin-top:12px;border-radius:10px;border:2px solid #0B57D0;background:#fff;color:#0B57D0;font-weight:600}
button.yes{background:#0B57D0;color:#fff}button:focus-visible{outline:3px solid #10182B;outline-offset:2px}strong{font-size:28px;font-variant-numeric:tabular-nums}`

/** The bank's authentication page: the choices that Cielo's sandbox offers (acquirer.md 1.10a). */
export function bankPage(sale: Sale): string {
  const amount = (sale.amount / 100).toLocaleString('pt-BR', { style: 'currency', currency: 'BRL' })
  return page(
    'Banco simulado',
    `<h1>Banco simulado</h1><p>Confirme o pagamento com o cartão final ${sale.masked.slice(-4)}.</p>
<p><strong>${amount}</strong></p>
<form method="post">
<button class="yes" name="choice" value="authenticated">Autenticado</button>
<button name="choice" value="refused">Não autenticado</button>
<button name="choice" value="abandoned">Abandonar</button>
</form>`,
  )
}

/** Sends the browser back as the real page does: a form with PaymentId, posted to the ReturnUrl. */
export function returnPage(sale: Sale): string {
  const url = (sale.return_url ?? '/').replace(/&/g, '&amp;').replace(/"/g, '&quot;')
  return page(
    'Voltando ao estacionamento',
    `<h1>Voltando ao estacionamento</h1>
<form method="post" action="${url}" id="back"><input type="hidden" name="PaymentId" value="${sale.payment_id}">
<button class="yes">Continuar</button></form><script>document.getElementById('back').submit()</script>`,
  )
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${style}</style></head><body><main>${body}</main></body></html>`
}
