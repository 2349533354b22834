import { Button } from '#kit/web/Button.tsx'
import { LoadFailed } from '#kit/web/notice/LoadFailed.tsx'
import { useOfflineReason } from '#kit/web/notice/useOfflineReason.ts'
import { Callout } from '#kit/web/notice/Callout.tsx'
import { Actions, Page, Panel } from '#kit/web/page/Page.tsx'
import { go, useRoute } from '#kit/web/route/routes.ts'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { dateTimeText } from '#kit/web/time/instantTexts.ts'
import { Facts, TicketCard } from '#checkout/web/ticket/TicketCard.tsx'
import { confirmingText } from '#payment/web/local/ConfirmingNotice.tsx'
import { vehicleFacts } from '../reserveOfPayment.ts'
import { surplusReasons } from '../../surplusReason.ts'
import { ClosedExit } from './ClosedExit.tsx'
import { useReservedExit, type ReservedExit } from './useReservedExit.ts'

const back = () => go('user.menu')

/** docs/spec.md#authorise-the-exit */
export default function AuthoriseExitPage() {
  const { query } = useRoute()
  const { ticket: code = '', ptoken: token = '' } = query
  const exit = useReservedExit(code, token)
  const offline = useOfflineReason()
  const { view } = exit
  const loaded = exit.isOpen ? null : exit.loaded
  return (
    <Page
      title="Autorizar saída"
      onBackClick={back}
      aside={
        loaded ? (
          <ParkedTicket exit={loaded} />
        ) : exit.closed ? (
          <ClosedExit state={exit.closed} code={code} token={token} />
        ) : view.state === 'failed' ? (
          <LoadFailed
            title="Não foi possível carregar a reserva"
            failure={view.failure}
            reload={exit.reload}
          />
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
      {view.state !== 'failed' && !exit.closed && (
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
