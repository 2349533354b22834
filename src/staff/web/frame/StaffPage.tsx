import { LiveRegion } from '#kit/web/notice/LiveRegion.tsx'
import { useEffect, useLayoutEffect, Suspense, type ReactNode } from 'react'
import { LoadFailed } from '#kit/web/notice/LoadFailed.tsx'
import { notify } from '#kit/web/notice/notify.ts'
import { Page, Panel } from '#kit/web/page/Page.tsx'
import { hashLocation } from '#kit/web/route/location.ts'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { findRoute, replaceWith, useRoute } from '#kit/web/route/routes.ts'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { useSession } from '#session/web/session.ts'
import { isAllowed, type StaffAccess } from '../../level.ts'
import { useSecondFactor } from '../useSecondFactor.ts'
import { BackLine } from './BackLine.tsx'
import { backOfficeBanner, canOpenScreen, type ListLink, listAbove } from './backoffice.ts'
import { Rail } from './Rail.tsx'
import railCss from './Rail.module.css'
import css from './Staff.module.css'
import { LoadWaitingCounts } from './waiting.ts'

const shortPasswordText = 'A senha da equipe deve ter 12 caracteres ou mais. Escolha outra para continuar.'

type Props = {
  title: string
  /** Restricts the screen further than its `pages` row. */
  for?: StaffAccess
  /** Above the title; by default the list of the screen's area, null for none. */
  back?: ListLink | null
  /** Beside the title. */
  status?: ReactNode
  /** At the end of the title's line. */
  actions?: ReactNode
  children: ReactNode
}

/** A back-office screen. Its children render after level and second factor are checked. */
export function StaffPage(props: Props) {
  const { name, query } = useRoute()
  const { title, for: restrictedTo, back = listAbove(name, query['list']), status, actions, children } = props
  const user = useSession()?.user
  const hasRail = !user || isAllowed(user.level, 'staff')
  const isOpen = !!user && canOpenScreen(user, name, restrictedTo)
  useLayoutEffect(() => (hasRail ? showDesk() : undefined), [hasRail])
  return (
    <div className={css.office}>
      {user ? hasRail && <Rail user={user} /> : <div className={railCss.rail} />}
      <Page
        key={user ? 'known' : 'unknown'}
        title={title}
        fluid
        steps={
          <>
            {back && <BackLine list={back} />}
            {isOpen && status}
            {isOpen && actions && <div className={css.actions}>{actions}</div>}
          </>
        }
      >
        {!user ? (
          // The actions come with the person; on a phone their line would push a skeleton down.
          actions === undefined && <Skeleton lines={5} />
        ) : isOpen ? (
          <SecondFactorGate>{children}</SecondFactorGate>
        ) : (
          <Panel>
            <LiveRegion role="alert">Você não tem permissão para esta ação. Fale com um gerente.</LiveRegion>
            <p>
              <RouteLink to="home">Ir para o início</RouteLink>
            </p>
          </Panel>
        )}
      </Page>
    </div>
  )
}

function SecondFactorGate({ children }: { children: ReactNode }) {
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
      <LoadWaitingCounts />
      <Suspense fallback={null}>
        <Banner />
      </Suspense>
      {children}
    </>
  )
}

/** Dense parts, a flat page, and space for the rail. */
function showDesk(): () => void {
  const { classList } = document.documentElement
  classList.add('dense')
  return () => classList.remove('dense')
}
