import { Button } from '#kit/web/Button.tsx'
import { LoadFailed } from '#kit/web/notice/LoadFailed.tsx'
import type { CallFailure } from '#kit/web/failure.ts'
import { useOfflineReason } from '#kit/web/notice/connection.ts'
import { Callout } from '#kit/web/notice/Callout.tsx'
import { Actions, Page, Panel } from '#kit/web/page/Page.tsx'
import { go, useRoute } from '#kit/web/route/routes.ts'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { dateTimeText } from '#kit/web/time/instantTexts.ts'
import { Facts, TicketCard } from '#checkout/web/ticket/TicketCard.tsx'
import { confirmingText } from '#payment/web/local/ConfirmingNotice.tsx'
import { vehicleFacts } from '../reserveOfPayment.ts'
import { surplusReasons } from '../../surplusReason.ts'
import { useReservedExit, type ReservedExit } from './useReservedExit.ts'

const back = () => go('user.menu')

/** docs/spec.md#authorise-the-exit */
export default function AuthoriseExitPage() {
  const { query } = useRoute()
  const exit = useReservedExit(query['ticket'] ?? '', query['ptoken'] ?? '')
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
          <ExitLoadFailed failure={view.failure} reload={exit.reload} />
        ) : (
          <div />
        )
      }
    >
      {(view.state === 'loading' || exit.isOpen) && <Skeleton lines={6} label="Buscando dados, aguarde..." />}
      {exit.confirming && (
        <Callout tone="sign" title={confirmingText} showsSpinner takesFocus>
          <p>Esta tela se atualiza sozinha. Normalmente leva menos de um minuto.</p>
        </Callout>
      )}
      {loaded && <ExitCharge exit={loaded} />}
      {view.state !== 'failed' && (
        <Actions>
          <Button
            type="button"
            icon="exit"
            disabledReason={offline ?? (loaded ? undefined : 'Buscando dados, aguarde...')}
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

function ParkedTicket({ exit: { payment, ticket } }: { exit: ReservedExit }) {
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

function ExitCharge({ exit: { payment, charged, released, surplus } }: { exit: ReservedExit }) {
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
          : `${payment.reserve?.owed ?? surplusReasons.above} Depois de autorizar, pague a diferença para liberar a saída.`}
      </p>
    </Panel>
  )
}

function ExitLoadFailed({ failure, reload }: { failure: CallFailure; reload: () => void }) {
  if (failure.status === 404 || failure.code === 'no_reservation') {
    return (
      <>
        <Callout tone="warn" title="O veículo ainda não entrou no estacionamento." icon="car" takesFocus>
          <p>A saída pode ser autorizada depois da entrada. Se você já entrou, fale com a administração.</p>
        </Callout>
        <Button type="button" onClick={back}>
          VOLTAR AO MENU
        </Button>
      </>
    )
  }
  return <LoadFailed title="Não foi possível carregar a reserva" failure={failure} reload={reload} />
}
