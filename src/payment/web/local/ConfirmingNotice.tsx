import { Callout } from '#kit/web/notice/Callout.tsx'

export const confirmingText = 'Estamos confirmando o pagamento com o banco. Não pague de novo.'

export function ConfirmingNotice() {
  return (
    <Callout tone="sign" title={confirmingText} showsSpinner takesFocus>
      <p>Esta tela se atualiza sozinha, mesmo que o sinal caia. Normalmente leva menos de um minuto.</p>
    </Callout>
  )
}
