import { useCallback, useEffect } from 'react'
import { call } from '#kit/web/call/call.ts'
import { useLoad } from '#kit/web/call/useLoad.ts'
import { LoadFailed } from '#kit/web/notice/LoadFailed.tsx'
import { Situation } from '#kit/web/notice/Situation.tsx'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { replaceWith } from '#kit/web/route/routes.ts'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { checkReceipt } from '#receipt/contract.ts'
import { listTransactions } from '#review/backoffice.ts'

export function OfReceipt({ text }: { text: string }) {
  const { view, reload } = useLoad(useCallback((signal: AbortSignal) => findToken(text, signal), [text]))
  const token = view.state === 'ready' ? view.value : null
  useEffect(() => {
    if (token !== null) replaceWith('staff.transaction', { params: { token } })
  }, [token])
  if (view.state === 'failed')
    return <LoadFailed title="Não foi possível conferir o recibo" failure={view.failure} reload={reload} />
  if (view.state === 'loading' || token !== null)
    return <Skeleton lines={4} label="Conferindo o recibo, aguarde..." />
  return (
    <Situation tone="warn" title="Recibo não reconhecido" takesFocus>
      <p>O código lido não é de um recibo deste portal, ou não é de um estacionamento seu.</p>
      <RouteLink to="staff.tickets" look="plain">
        Nova busca
      </RouteLink>
    </Situation>
  )
}

async function findToken(text: string, signal: AbortSignal): Promise<string | null> {
  const { receipt } = (await call(checkReceipt, { params: { text }, signal })).data
  if (!receipt) return null
  const { data } = await call(listTransactions, { query: { q: receipt.protocol }, signal })
  return data[0]?.id ?? null
}
