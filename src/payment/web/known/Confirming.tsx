import { Situation } from '#kit/web/notice/Situation.tsx'

export const confirmingText = 'Estamos confirmando o pagamento com o banco. Não pague de novo.'

export function Confirming() {
  return (
    <Situation tone="sign" title={confirmingText} working takesFocus>
      <p>Esta tela se atualiza sozinha, mesmo que o sinal caia. Normalmente leva menos de um minuto.</p>
    </Situation>
  )
}
