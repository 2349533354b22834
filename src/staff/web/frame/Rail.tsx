import { useEffect, useState, type MouseEvent } from 'react'
import { Dialog } from '#kit/web/dialog/Dialog.tsx'
import { Icon } from '#kit/web/Icon.tsx'
import { go, hrefOf, useRoute } from '#kit/web/route/routes.ts'
import type { SessionUser } from '#session/contract.ts'
import { levelNames } from '../../level.ts'
import { type Place, placeOf, placesFor } from './backoffice.ts'
import css from './Staff.module.css'

/** The others are under 'Mais'. */
const inBar = 3

export function Rail({ user }: { user: SessionUser }) {
  const { level, name } = user
  const [more, setMore] = useState(false)
  useEffect(leaveRoomForBar, [])
  const places = placesFor(user)
  return (
    <nav className={css.rail} aria-label="Áreas da administração">
      <ul>
        <li className={css.wideOnly}>
          <Who level={level} name={name} />
        </li>
        {places.map((place, i) => (
          <li key={place.to} className={i < inBar ? css.inBar : css.wideOnly}>
            <PlaceLink {...place} />
          </li>
        ))}
        <li className={css.narrowOnly}>
          <button type="button" className={css.place} aria-haspopup="dialog" onClick={() => setMore(true)}>
            <Icon name="down" />
            Mais
          </button>
        </li>
        <li className={css.wideOnly}>
          <Leave />
        </li>
      </ul>
      {more && (
        <Dialog title="Áreas" shape="sheet" onClose={() => setMore(false)}>
          <ul className={css.sheet}>
            <li>
              <Who level={level} name={name} />
            </li>
            {places.map((place, i) => (
              <li
                key={place.to}
                className={i < inBar ? css.alsoInBar : undefined}
                onClick={() => setMore(false)}
              >
                <PlaceLink {...place} />
              </li>
            ))}
            <li>
              <Leave />
            </li>
          </ul>
        </Dialog>
      )}
    </nav>
  )
}

function leaveRoomForBar(): () => void {
  const { dataset } = document.documentElement
  dataset['bar'] = ''
  return () => {
    delete dataset['bar']
  }
}

function Who({ level, name }: { level: number; name: string }) {
  return (
    <p className={css.who}>
      <strong>{name}</strong>
      <span>{levelNames[level]}</span>
    </p>
  )
}

function Leave() {
  return (
    <a href={hrefOf('logout')} className={css.place} onClick={leave}>
      <Icon name="exit" />
      Sair
    </a>
  )
}

/** Login and logout share a path, so the router needs the name. */
function leave(event: MouseEvent): void {
  event.preventDefault()
  go('logout')
}

function PlaceLink({ to, title, icon }: Place) {
  // 'staff.tickets' is current for 'staff.ticket' too.
  const current = placeOf(useRoute().name) === to
  return (
    <a href={hrefOf(to)} className={css.place} aria-current={current ? 'page' : undefined}>
      <Icon name={icon} />
      <span>{title}</span>
    </a>
  )
}
