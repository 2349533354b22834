import { Panel } from '#kit/web/page/Page.tsx'

export function HowToPark({ arriveUntil }: { arriveUntil: string }) {
  return (
    <Panel title="Como usar a sua vaga">
      <p>
        As vagas reservadas ficam no <strong>2º andar</strong>, com <strong>sensores de cor branca</strong>.
        Chegue até <strong translate="no">{arriveUntil}</strong>.
      </p>
      <p>
        Na entrada, uma câmera lê a placa do veículo e a cancela abre. Se a leitura falhar, aproxime este QR
        code do leitor.
      </p>
      <p>
        Antes de sair, <strong>autorize a saída</strong> pelo site ou aplicativo, para que o tempo seja
        calculado.
      </p>
    </Panel>
  )
}
