import { LiveRegion } from '#kit/web/notice/LiveRegion.tsx'
import { useEffect, useLayoutEffect, Suspense, type ReactNode, useState, type MouseEvent } from 'react'
import { LoadFailed } from '#kit/web/notice/LoadFailed.tsx'
import { notify } from '#kit/web/notice/notify.ts'
import { Page, Panel } from '#kit/web/page/Page.tsx'
import { hashLocation } from '#kit/web/route/location.ts'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { findRoute, replaceWith, useRoute, go, hrefOf } from '#kit/web/route/routes.ts'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { useSession } from '#session/web/session.ts'
import { isAllowed, type StaffAccess, levelNames } from '../../level.ts'
import { useSecondFactor } from '../useSecondFactor.ts'
import { backOfficeBanner, canOpenScreen, type Area, areaOf, areasFor } from './backoffice.ts'
import css from './Staff.module.css'
import { Dialog } from '#kit/web/dialog/Dialog.tsx'
import { Icon } from '#kit/web/Icon.tsx'
import type { SessionUser } from '#session/contract.ts'

const shortPasswordText = 'A senha da equipe deve ter 12 caracteres ou mais. Escolha outra para continuar.'

type Props = {
  title: string
  /** Restricts the screen further than its `pages` row. */
  for?: StaffAccess
  onBackClick?: () => void
  children: ReactNode
}

/** A back-office screen. Its children render after level and second factor are checked. */
export function StaffPage({ title, for: restrictedTo, onBackClick, children }: Props) {
  const { name } = useRoute()
  const user = useSession()?.user
  return (
    <div className={css.office}>
      {user ? isAllowed(user.level, 'staff') && <Rail user={user} /> : <div className={css.rail} />}
      <Page title={title} fluid onBackClick={onBackClick}>
        {!user ? (
          <Skeleton lines={5} />
        ) : canOpenScreen(user, name, restrictedTo) ? (
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
      <Suspense fallback={null}>
        <Banner />
      </Suspense>
      {children}
    </>
  )
}

/** The bar of a narrow screen has so many links; the others are under 'Mais'. */
const barLinkCount = 3

function Rail({ user }: { user: SessionUser }) {
  const { level, name } = user
  const [isSheetOpen, showSheet] = useState(false)
  useLayoutEffect(reserveBarSpace, [])
  const places = areasFor(user)
  return (
    <nav className={css.rail} aria-label="Áreas da administração">
      <ul>
        <li className={css.wideOnly}>
          <SignedInUser level={level} name={name} />
        </li>
        {places.map((place, i) => (
          <li key={place.to} className={i < barLinkCount ? css.inBar : css.wideOnly}>
            <AreaLink {...place} />
          </li>
        ))}
        <li className={css.narrowOnly}>
          <button type="button" className={css.place} aria-haspopup="dialog" onClick={() => showSheet(true)}>
            <Icon name="down" />
            Mais
          </button>
        </li>
        <li className={css.wideOnly}>
          <LogoutLink />
        </li>
      </ul>
      {isSheetOpen && (
        <Dialog title="Áreas" shape="sheet" onClose={() => showSheet(false)}>
          <ul className={css.sheet}>
            <li>
              <SignedInUser level={level} name={name} />
            </li>
            {places.map((place, i) => (
              <li
                key={place.to}
                className={i < barLinkCount ? css.alsoInBar : undefined}
                onClick={() => showSheet(false)}
              >
                <AreaLink {...place} />
              </li>
            ))}
            <li>
              <LogoutLink />
            </li>
          </ul>
        </Dialog>
      )}
    </nav>
  )
}

function reserveBarSpace(): () => void {
  const { dataset } = document.documentElement
  dataset['bar'] = ''
  return () => {
    delete dataset['bar']
  }
}

function SignedInUser({ level, name }: { level: number; name: string }) {
  return (
    <p className={css.who}>
      <strong>{name}</strong>
      <span>{levelNames[level]}</span>
    </p>
  )
}

function LogoutLink() {
  return (
    <a href={hrefOf('logout')} className={css.place} onClick={logOut}>
      <Icon name="exit" />
      Sair
    </a>
  )
}

/** Login and logout share a path, so the router needs the name. */
function logOut(event: MouseEvent): void {
  event.preventDefault()
  go('logout')
}

function AreaLink({ to, title, icon }: Area) {
  // 'staff.tickets' is current for 'staff.ticket' too.
  const current = areaOf(useRoute().name) === to
  return (
    <a href={hrefOf(to)} className={css.place} aria-current={current ? 'page' : undefined}>
      <Icon name={icon} />
      <span>{title}</span>
    </a>
  )
}
