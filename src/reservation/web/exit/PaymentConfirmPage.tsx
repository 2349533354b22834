import { Button } from '#kit/web/Button.tsx'
import { LoadFailed } from '#kit/web/notice/LoadFailed.tsx'
import { useOfflineReason } from '#kit/web/notice/online.ts'
import { Situation } from '#kit/web/notice/Situation.tsx'
import { Actions, Page, Panel } from '#kit/web/page/Page.tsx'
import { go, useRoute } from '#kit/web/route/routes.ts'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { dateTimeText } from '#kit/web/time/instants.ts'
import { Facts, TicketCard } from '#checkout/web/ticket/TicketCard.tsx'
import { confirmingText } from '#payment/web/known/Confirming.tsx'
import { vehicleFacts } from '../reserved.ts'
import { owedTexts } from '../../owed.ts'
import { useExit, type Exit } from './useExit.ts'

const back = () => go('user.menu')

/** docs/spec.md#authorise-the-exit */
export default function PaymentConfirmPage() {
  const { query } = useRoute()
  const exit = useExit(query['ticket'] ?? '', query['ptoken'] ?? '')
  const offline = useOfflineReason()
  const { view } = exit
  const loaded = view.state === 'ready' && !exit.isOpen ? view.value : null
  return (
    <Page
      title="Autorizar saída"
      onBackClick={back}
      aside={
        loaded ? (
          <ParkedTicket exit={loaded} />
        ) : view.state === 'failed' ? (
          <NotParked exit={exit} />
        ) : (
          <div />
        )
      }
    >
      {(view.state === 'loading' || exit.isOpen) && <Skeleton lines={6} label="Buscando dados, aguarde..." />}
      {exit.confirming && (
        <Situation tone="sign" title={confirmingText} working takesFocus>
          <p>Esta tela se atualiza sozinha. Normalmente leva menos de um minuto.</p>
        </Situation>
      )}
      {loaded && <Charge exit={loaded} />}
      {view.state !== 'failed' && (
        <Actions>
          <Button
            type="button"
            icon="exit"
            missing={offline ?? (loaded ? undefined : 'Buscando dados, aguarde...')}
            busy={exit.confirming}
            onClick={() => void exit.confirm()}
          >
            AUTORIZAR SAÍDA
          </Button>
        </Actions>
      )}
    </Page>
  )
}

function ParkedTicket({ exit: { payment, ticket } }: { exit: Exit }) {
  return (
    <TicketCard
      code={payment.ticket_code}
      lot={ticket.lot}
      valueHuman={ticket.valueHuman}
      facts={[
        ...vehicleFacts(payment),
        { label: 'Tempo', value: ticket.time },
        { label: 'Entrada', value: dateTimeText(ticket.entranceDateTime, ticket.time_zone) },
      ]}
    />
  )
}

function Charge({ exit: { payment, charged, released, surplus } }: { exit: Exit }) {
  return (
    <Panel title="O que acontece agora">
      <Facts
        facts={[
          { label: 'Cobrado do cartão', value: `R$\u00a0${charged}` },
          { label: 'Liberado da pré-autorização', value: `R$\u00a0${released}` },
          surplus !== null && { label: 'Diferença a pagar em seguida', value: `R$\u00a0${surplus}` },
        ]}
      />
      <p>
        {surplus === null
          ? 'Ao autorizar, o tempo é calculado e a saída fica aberta por alguns minutos.'
          : `${payment.reserve?.owed ?? owedTexts.above} Depois de autorizar, pague a diferença para liberar a saída.`}
      </p>
    </Panel>
  )
}

function NotParked({ exit }: { exit: ReturnType<typeof useExit> }) {
  const { view, reload } = exit
  if (view.state !== 'failed') return null
  if (view.failure.status === 404 || view.failure.code === 'no_reservation') {
    return (
      <>
        <Situation tone="warn" title="O veículo ainda não entrou no estacionamento." icon="car" takesFocus>
          <p>A saída pode ser autorizada depois da entrada. Se você já entrou, fale com a administração.</p>
        </Situation>
        <Button type="button" onClick={back}>
          VOLTAR AO MENU
        </Button>
      </>
    )
  }
  return <LoadFailed title="Não foi possível carregar a reserva" failure={view.failure} reload={reload} />
}
