import { useCallback } from 'react'
import { Facts } from '#checkout/web/ticket/TicketCard.tsx'
import { Button } from '#kit/web/Button.tsx'
import { call } from '#kit/web/call/call.ts'
import { useLoad } from '#kit/web/call/useLoad.ts'
import { Panel } from '#kit/web/page/Page.tsx'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { readRate } from '../../contract.ts'

export function Rate({ lotId, lot }: { lotId: number; lot: string }) {
  const { view, reload } = useLoad(
    useCallback(
      async (signal: AbortSignal) => (await call(readRate, { query: { lot_id: lotId }, signal })).data.lines,
      [lotId],
    ),
  )
  return (
    <Panel title={`Tarifa: ${lot}`}>
      {view.state === 'loading' && <Skeleton lines={3} label="Buscando a tarifa..." />}
      {view.state === 'failed' && (
        <>
          <p>Não foi possível buscar a tarifa.</p>
          <Button look="plain" onClick={reload}>
            Tentar novamente
          </Button>
        </>
      )}
      {view.state === 'ready' &&
        (view.value.length === 0 ? (
          <p>Este estacionamento ainda não informou a tarifa.</p>
        ) : (
          <Facts facts={view.value} />
        ))}
    </Panel>
  )
}
