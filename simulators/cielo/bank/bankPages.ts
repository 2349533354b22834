import { escapeHtml } from '#kit/markup.ts'
import { htmlPage } from './htmlPage.ts'

/** Three buttons post `choice` to the same address. */
export function choicePage(sale: { amount: string; card: string }): string {
  return htmlPage(
    'Autenticação do cartão',
    `<p>Confirme que esta compra é sua.</p>
    <dl><dt>Valor</dt><dd>${escapeHtml(sale.amount)}</dd><dt>Cartão</dt><dd>${escapeHtml(sale.card)}</dd></dl>
    <form method="post">
      <button class="yes" name="choice" value="authenticated">Autenticado</button>
      <button class="no" name="choice" value="refused">Não autenticado</button>
      <button class="leave" name="choice" value="abandoned">Abandonar</button>
    </form>`,
  )
}

/** Notifies the page around the frame. */
export function challengeDonePage(id: string): string {
  return htmlPage(
    'Voltando ao estacionamento',
    `<p>Aguarde um instante.</p>
    <script>parent.postMessage({ referenceId: '${escapeHtml(id)}' }, '*')</script>`,
  )
}

/** Returns to the shop by a form POST with `PaymentId`, as Cielo does. */
export function returnPage(returnUrl: string, paymentId: string): string {
  return htmlPage(
    'Voltando ao estacionamento',
    `<p>Se a página não mudar sozinha, toque no botão.</p>
    <form id="return" method="post" action="${escapeHtml(returnUrl)}">
      <input type="hidden" name="PaymentId" value="${escapeHtml(paymentId)}">
      <button class="yes">Continuar</button>
    </form>
    <script>document.getElementById('return').submit()</script>`,
  )
}

export function notFoundPage(): string {
  return htmlPage(
    'Nada a autenticar',
    '<p>Esta autenticação não existe ou já terminou. Volte ao estacionamento.</p>',
  )
}
