import type { ReactNode } from 'react'
import { Icon, type IconName } from '#kit/web/Icon.tsx'
import { hrefOf, type RouteName } from '#kit/web/route/routes.ts'
import css from './Menu.module.css'

export function Menu({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label}>
      <ul className={css.menu}>{children}</ul>
    </nav>
  )
}

type MenuItem = { icon: IconName; title: string; note?: string }

export function MenuLink({ to, ...face }: MenuItem & { to: RouteName }) {
  return (
    <li>
      <a href={hrefOf(to)}>
        <MenuItemContent {...face} />
      </a>
    </li>
  )
}

export function MenuButton({ onClick, ...face }: MenuItem & { onClick: () => void }) {
  return (
    <li>
      <button type="button" aria-haspopup="dialog" onClick={onClick}>
        <MenuItemContent {...face} />
      </button>
    </li>
  )
}

function MenuItemContent({ icon, title, note }: MenuItem) {
  return (
    <>
      <Icon name={icon} />
      <span className="words">
        <strong>{title}</strong>
        {note !== undefined && <small>{note}</small>}
      </span>
      <Icon name="next" size={20} />
    </>
  )
}
