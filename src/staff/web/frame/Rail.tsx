import { useState } from 'react'
import type { MouseEvent } from 'react'
import { Dialog } from '#kit/web/dialog/Dialog.tsx'
import { Icon } from '#kit/web/Icon.tsx'
import { go, hrefOf, useRoute } from '#kit/web/route/routes.ts'
import { type Place, placeOf, placesFor } from './desk.ts'
import css from './Staff.module.css'

/** How many areas a phone's bar holds; the others wait behind 'Mais'. */
const inBar = 3

/** The way between the areas: a rail at the left of a desk, a bar at the foot of a phone. */
export function Rail({ level }: { level: number }) {
  const [more, setMore] = useState(false)
  const places = placesFor(level)
  return (
    <nav className={css.rail} aria-label="Áreas da administração">
      <ul>
        {places.map((place, i) => (
          <li key={place.to} className={i < inBar ? undefined : css.wideOnly}>
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
          <a href={hrefOf('logout')} className={css.place} onClick={leave}>
            <Icon name="exit" />
            Sair
          </a>
        </li>
      </ul>
      {more && (
        <Dialog title="Áreas" shape="sheet" onClose={() => setMore(false)}>
          <ul className={css.sheet}>
            {places.slice(inBar).map((place) => (
              <li key={place.to} onClick={() => setMore(false)}>
                <PlaceLink {...place} />
              </li>
            ))}
            <li>
              <a href={hrefOf('logout')} className={css.place} onClick={leave}>
                <Icon name="exit" />
                Sair
              </a>
            </li>
          </ul>
        </Dialog>
      )}
    </nav>
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
