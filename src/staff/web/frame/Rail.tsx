import { type MouseEvent, type ReactNode, useId, useState } from 'react'
import { keysOf } from '#kit/text/lookUp.ts'
import { Dialog } from '#kit/web/dialog/Dialog.tsx'
import { Icon } from '#kit/web/Icon.tsx'
import { Brand } from '#kit/web/page/Brand.tsx'
import { go, hrefOf, useRoute } from '#kit/web/route/routes.ts'
import { useStore } from '#kit/web/state/store.ts'
import type { SessionUser } from '#session/contract.ts'
import { levelNames } from '../../level.ts'
import { AreaIcon, type AreaIconName } from './AreaIcon.tsx'
import { type Area, areaGroups, areaOf, areasFor, backOfficeSearch } from './backoffice.ts'
import css from './Rail.module.css'
import { useLotsText } from './useLotsText.ts'
import { useSearchOpening } from './useSearchOpening.ts'
import { waitingCounts } from './waiting.ts'

/** From 60em a column with all areas; below that a bar, whose sheets have what it has no space for. */
export function Rail({ user }: { user: SessionUser }) {
  const areas = areasFor(user)
  const search = useSearchOpening()
  const Search = backOfficeSearch()
  return (
    <nav className={css.rail} aria-label="Áreas da administração">
      <div className={css.column}>
        <div className={css.head}>
          <Brand />
        </div>
        <SearchButton onClick={search.open} />
        <div className={css.groups}>
          <AreaGroups areas={areas} />
        </div>
        <SignedInUser user={user} />
      </div>
      <Bar areas={areas} user={user} onSearch={search.open} />
      {search.isOpen && <Search onClose={search.close} />}
    </nav>
  )
}

function SearchButton({ onClick }: { onClick: () => void }) {
  return (
    <button type="button" className={css.search} aria-haspopup="dialog" onClick={onClick}>
      <Icon name="search" size={18} />
      <span>Buscar</span>
      <kbd aria-hidden="true">{searchKeys}</kbd>
    </button>
  )
}

const searchKeys = typeof navigator !== 'undefined' && navigator.platform.startsWith('Mac') ? '⌘ K' : 'Ctrl K'

type BarProps = { areas: readonly Area[]; user: SessionUser; onSearch: () => void }

function Bar({ areas, user, onSearch }: BarProps) {
  const [sheet, setSheet] = useState<'money' | 'more' | null>(null)
  const shown = useShownArea()
  const group = areas.find(({ to, inBar }) => to === shown && !inBar)?.group
  const close = () => setSheet(null)
  return (
    <>
      <ul className={css.bar}>
        {areas
          .filter(({ inBar }) => inBar)
          .map((area) => (
            <li key={area.to} className={css.inBar}>
              <AreaLink area={area} />
            </li>
          ))}
        <li className={css.inBar}>
          <SheetButton icon="note" isCurrent={group === 'money'} onClick={() => setSheet('money')}>
            {areaGroups.money}
          </SheetButton>
        </li>
        <li>
          <SheetButton
            icon="menu"
            isCurrent={group !== undefined && group !== 'money'}
            onClick={() => setSheet('more')}
          >
            Mais
          </SheetButton>
        </li>
      </ul>
      {sheet === 'money' && (
        <Dialog title={areaGroups.money} shape="sheet" onClose={close}>
          <AreaList areas={areas.filter((area) => area.group === 'money')} onChoose={close} />
        </Dialog>
      )}
      {sheet === 'more' && (
        <Dialog title="Áreas" shape="sheet" onClose={close}>
          <SearchButton
            onClick={() => {
              close()
              onSearch()
            }}
          />
          <AreaGroups areas={areas} onChoose={close} />
          <SignedInUser user={user} />
        </Dialog>
      )}
    </>
  )
}

type SheetButtonProps = { icon: AreaIconName; isCurrent: boolean; onClick: () => void; children: ReactNode }

function SheetButton({ icon, isCurrent, onClick, children }: SheetButtonProps) {
  return (
    <button
      type="button"
      className={css.place}
      aria-haspopup="dialog"
      aria-current={isCurrent || undefined}
      onClick={onClick}
    >
      <AreaIcon name={icon} />
      <span>{children}</span>
    </button>
  )
}

type ListProps = { areas: readonly Area[]; onChoose?: (() => void) | undefined }

function AreaGroups({ areas, onChoose }: ListProps) {
  const id = useId()
  return keysOf(areaGroups).map((name) => {
    const found = areas.filter(({ group }) => group === name)
    if (found.length === 0) return null
    return (
      <div key={name} className={name === 'money' ? css.alsoInBar : undefined}>
        <p id={id + name} className={css.group}>
          {areaGroups[name]}
        </p>
        <AreaList areas={found} label={id + name} onChoose={onChoose} />
      </div>
    )
  })
}

function AreaList({ areas, label, onChoose }: ListProps & { label?: string }) {
  return (
    <ul aria-labelledby={label}>
      {areas.map((area) => (
        <li key={area.to} className={area.inBar && css.alsoInBar} onClick={onChoose}>
          <AreaLink area={area} />
        </li>
      ))}
    </ul>
  )
}

function AreaLink({ area: { to, title, icon, waiting } }: { area: Area }) {
  const counts = useStore(waitingCounts)
  const count = waiting && counts ? counts[waiting] : 0
  const tone = waiting === 'review' || waiting === 'alerts' ? css.urgent : ''
  return (
    <a href={hrefOf(to)} className={css.place} aria-current={useShownArea() === to ? 'page' : undefined}>
      <AreaIcon name={icon} />
      <span>{title}</span>
      {count > 0 && (
        <span className={`${css.count} ${tone}`}>
          <span>{count}</span>
          <span className="visually-hidden">esperando</span>
        </span>
      )}
    </a>
  )
}

/** 'staff.tickets' also on 'staff.ticket'. */
function useShownArea(): string {
  return areaOf(useRoute().name)
}

function SignedInUser({ user: { name, level, lots = null } }: { user: SessionUser }) {
  const lotsText = useLotsText(lots)
  return (
    <div className={css.who}>
      <p>
        <strong>{name}</strong>
        <span>{`${levelNames[level]} · ${lotsText}`}</span>
      </p>
      <a href={hrefOf('logout')} onClick={logOut}>
        Sair
      </a>
    </div>
  )
}

/** Login and logout share a path, so the router needs the name. */
function logOut(event: MouseEvent): void {
  event.preventDefault()
  go('logout')
}
