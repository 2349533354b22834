import { Icon } from '#kit/web/Icon.tsx'
import { openedList } from '#kit/web/list/openedList.ts'
import { hashLocation } from '#kit/web/route/location.ts'
import { useStore } from '#kit/web/state/store.ts'
import type { ListLink } from './backoffice.ts'
import css from './Staff.module.css'

/** Leads from a record back to the list that it was opened from, as that was, and to its neighbours there. */
export function BackLine({ list }: { list: ListLink }) {
  const opened = useOpenedList()
  const { title, href } = opened?.list ?? list
  return (
    <nav className={css.back} aria-label="Caminho">
      <a href={href} aria-label={`Voltar: ${title}`}>
        <Icon name="back" size={16} />
        <span>{title}</span>
      </a>
      {opened && <NeighbourLink href={opened.before}>Anterior</NeighbourLink>}
      {opened && <NeighbourLink href={opened.after}>Seguinte</NeighbourLink>}
    </nav>
  )
}

/** At the end of the list's page its place is kept. */
function NeighbourLink({ href, children }: { href: string | undefined; children: string }) {
  return href === undefined ? <span>{children}</span> : <a href={href}>{children}</a>
}

/** Null when the shown record is not of the list that was opened last. */
function useOpenedList() {
  const opened = useStore(openedList)
  if (opened === null) return null
  const { title, address, rows } = opened
  const here = pathOf(`#${hashLocation.get()}`)
  const at = rows.findIndex((row) => pathOf(row) === here)
  if (at === -1) return null
  return { list: { title, href: address }, before: rows[at - 1], after: rows[at + 1] }
}

function pathOf(address: string): string | undefined {
  return address.split('?')[0]
}
