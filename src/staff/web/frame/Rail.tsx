import { useEffect, useState } from 'react'
import type { MouseEvent } from 'react'
import { Dialog } from '#kit/web/dialog/Dialog.tsx'
import { Icon } from '#kit/web/Icon.tsx'
import { go, hrefOf, useRoute } from '#kit/web/route/routes.ts'
import { levelNames } from '../../level.ts'
import { type Place, placeOf, placesFor } from './backoffice.ts'
import css from './Staff.module.css'

/** How many areas a phone's bar holds; the others wait behind 'Mais', and all of them with large text. */
const inBar = 3

/** The way between the areas: a rail at the left of a desk, a bar at the foot of a phone. `name`: who works here. */
export function Rail({ level, name }: { level: number; name: string }) {
  const [more, setMore] = useState(false)
  useEffect(leaveRoomForBar, [])
  const places = placesFor(level)
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

/** On a phone the page ends above the bar, which stands at its foot on every screen. */
function leaveRoomForBar(): () => void {
  const { dataset } = document.documentElement
  dataset['bar'] = ''
  return () => {
    delete dataset['bar']
  }
}

/** At a desk that several people share: whose name goes into the trail. */
function Who({ level, name }: { level: number; name: string }) {
  return (
    <p className={css.who}>
      <strong>{name}</strong>
      {levelNames[level]}
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

/** Login and logout share a path; only by its name does the router know which is meant. */
function leave(event: MouseEvent): void {
  event.preventDefault()
  go('logout')
}

function PlaceLink({ to, title, icon }: Place) {
  // The list stays marked while one of its rows is open: 'staff.tickets' and 'staff.ticket'.
  const current = placeOf(useRoute().name) === to
  return (
    <a href={hrefOf(to)} className={css.place} aria-current={current ? 'page' : undefined}>
      <Icon name={icon} />
      {title}
    </a>
  )
}
