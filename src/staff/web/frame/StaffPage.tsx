import { Live } from '#kit/web/notice/Live.tsx'
import { useEffect, Suspense, type ReactNode } from 'react'
import { LoadFailed } from '#kit/web/notice/LoadFailed.tsx'
import { notify } from '#kit/web/notice/notify.ts'
import { Page, Panel } from '#kit/web/page/Page.tsx'
import { hashLocation } from '#kit/web/route/location.ts'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { findRoute, replaceWith, useRoute } from '#kit/web/route/routes.ts'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { useSession } from '#session/web/session.ts'
import { isAllowed, type StaffAccess } from '../../level.ts'
import { useSecondFactor } from '../secondFactor.ts'
import { backOfficeBanner, mayOpen } from './backoffice.ts'
import { Rail } from './Rail.tsx'
import css from './Staff.module.css'

const shortPasswordText = 'A senha da equipe deve ter 12 caracteres ou mais. Escolha outra para continuar.'

type Props = {
  title: string
  /** Narrower than the screen's row. */
  for?: StaffAccess
  onBackClick?: () => void
  children: ReactNode
}

/** Its children render, and call the server, only after level and second factor are checked. */
export function StaffPage({ title, for: narrower, onBackClick, children }: Props) {
  const { name } = useRoute()
  const user = useSession()?.user
  return (
    <div className={css.office}>
      {user ? isAllowed(user.level, 'staff') && <Rail user={user} /> : <div className={css.rail} />}
      <Page title={title} fluid onBackClick={onBackClick}>
        {!user ? (
          <Skeleton lines={5} />
        ) : mayOpen(user, name, narrower) ? (
          <Admitted>{children}</Admitted>
        ) : (
          <Panel>
            <Live role="alert">Você não tem permissão para esta ação. Fale com um gerente.</Live>
            <p>
              <RouteLink to="home">Ir para o início</RouteLink>
            </p>
          </Panel>
        )}
      </Page>
    </div>
  )
}

function Admitted({ children }: { children: ReactNode }) {
  const { view, reload } = useSecondFactor()
  const missing = view.state === 'ready' && !view.value.passed
  const short = view.state === 'ready' && view.value.passed && view.value.short_password
  useEffect(() => {
    if (!short) return
    replaceWith('user.edit', { query: { changePassword: '1' } })
    notify(shortPasswordText, 'warning')
  }, [short])
  useEffect(() => {
    if (!missing) return
    const { name, params, query } = findRoute(hashLocation.get())
    replaceWith('staff.secondFactor', { query: { to: JSON.stringify({ name, params, query }) } })
  }, [missing])
  if (view.state === 'failed')
    return (
      <LoadFailed
        title="Não foi possível verificar o código de acesso"
        failure={view.failure}
        reload={reload}
      />
    )
  if (view.state !== 'ready' || !view.value.passed || short) return <Skeleton lines={5} />
  const Banner = backOfficeBanner()
  return (
    <>
      <Suspense fallback={null}>
        <Banner />
      </Suspense>
      {children}
    </>
  )
}
