import { useCall } from '#kit/web/call/useCall.ts'
import { Facts } from '#checkout/web/ticket/TicketCard.tsx'
import { Button } from '#kit/web/Button.tsx'
import { Panel } from '#kit/web/page/Page.tsx'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { dateTimeText } from '#kit/web/time/instantTexts.ts'
import { readRate } from '../../contract.ts'
import css from './RatePanel.module.css'

type Lines = readonly { label: string; value: string }[]
type RateProps = { lines: Lines; next: { starts_at: string; lines: Lines } | null }

function Rate({ lines, next }: RateProps) {
  return (
    <div className={css.rate}>
      <Facts facts={lines} />
      {next && (
        <>
          <h3>{`A partir de ${dateTimeText(next.starts_at)}`}</h3>
          <Facts facts={next.lines} />
        </>
      )}
    </div>
  )
}

export function RatePanel({ lotId, lot }: { lotId: number; lot: string }) {
  const { view, reload } = useCall(readRate, { query: { lot_id: lotId } })
  return (
    <Panel title={`Tarifa: ${lot}`}>
      {view.state === 'loading' && <Skeleton lines={3} label="Buscando a tarifa..." />}
      {view.state === 'failed' && (
        <>
          <p>Não foi possível buscar a tarifa.</p>
          <Button variant="plain" onClick={reload}>
            Tentar novamente
          </Button>
        </>
      )}
      {view.state === 'ready' &&
        (view.value.data.lines.length === 0 ? (
          <p>Este estacionamento ainda não informou a tarifa.</p>
        ) : (
          <Rate {...view.value.data} />
        ))}
    </Panel>
  )
}
