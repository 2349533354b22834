import { useCallback, useEffect } from 'react'
import { call } from '#kit/web/call/call.ts'
import { useLoad } from '#kit/web/call/useLoad.ts'
import { CallFailure } from '#kit/web/failure.ts'
import { Callout } from '#kit/web/notice/Callout.tsx'
import { LoadFailed } from '#kit/web/notice/LoadFailed.tsx'
import { notify } from '#kit/web/notice/notify.ts'
import { Page } from '#kit/web/page/Page.tsx'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { replaceWith, useRoute } from '#kit/web/route/routes.ts'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { useSession } from '#session/web/session.ts'
import { acceptInvitation, readOwnPartner, type WireOwnPartner } from '../../contract.ts'
import { recordOwnShop } from '../ownShop.ts'
import { Shop } from './Shop.tsx'

/** What a shop's person sees. An address with an invitation accepts it first. */
export default function ShopPage() {
  const { view, reload } = useOwnPartner()
  if (view.state === 'ready') return <Shop partner={view.value} reload={reload} />
  const isStranger = view.state === 'failed' && view.failure.status === 403
  return (
    <Page title="Convênio">
      {view.state === 'loading' && <Skeleton lines={6} label="Buscando dados, aguarde..." />}
      {isStranger && <NoShop />}
      {view.state === 'failed' && !isStranger && (
        <LoadFailed title="Não foi possível carregar o convênio" failure={view.failure} reload={reload} />
      )}
    </Page>
  )
}

function useOwnPartner() {
  const { convite: invitation } = useRoute().query
  const loaded = useLoad(
    useCallback((signal: AbortSignal) => loadOwnPartner(invitation, signal), [invitation]),
  )
  const { view } = loaded
  const userId = useSession()?.user?.id
  const name = view.state === 'ready' ? view.value.name : null
  const isGone = view.state === 'failed' && view.failure.status === 403
  useEffect(() => {
    if (userId !== undefined && (name !== null || isGone)) recordOwnShop(userId, name)
  }, [userId, name, isGone])
  return loaded
}

async function loadOwnPartner(invitation: string | undefined, signal: AbortSignal): Promise<WireOwnPartner> {
  if (invitation !== undefined) {
    const accepted = await accept(invitation)
    replaceWith('partner')
    if (accepted) return accepted
  }
  return (await call(readOwnPartner, { signal })).data
}

/** Null for an invitation that is over. */
async function accept(token: string): Promise<WireOwnPartner | null> {
  try {
    const { data } = await call(acceptInvitation, { body: { token } })
    notify(`Pronto: você valida tickets por ${data.name}.`, 'success', 6_000)
    return data
  } catch (failure) {
    if (!(failure instanceof CallFailure) || failure.status >= 500 || failure.status === 0) throw failure
    notify('Este convite já foi usado ou venceu.', 'warning')
    return null
  }
}

function NoShop() {
  return (
    <>
      <Callout tone="warn" title="Esta conta não é de uma loja conveniada" takesFocus>
        <p>Para validar tickets, peça ao estacionamento um convite para o e-mail desta conta.</p>
      </Callout>
      <RouteLink to="user.menu" variant="plain">
        Ir para o menu
      </RouteLink>
    </>
  )
}
