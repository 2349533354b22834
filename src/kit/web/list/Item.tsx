import type { ReactNode } from 'react'
import { Icon, type IconName } from '../Icon.tsx'
import css from './Item.module.css'

/** `mark` stands in place of the icon. */
type ItemSummary = { icon: IconName; mark?: ReactNode; title: string; note: string }

type Props = ItemSummary & {
  onChoose?: (() => void) | undefined
  /** Tooltip; read aloud together with `name`. */
  removeTitle: string
  name: string
  onRemove: () => void
}

export function Item({ onChoose, removeTitle, name, onRemove, ...face }: Props) {
  return (
    <li className={css.item}>
      {onChoose ? (
        <button type="button" className={css.choose} onClick={onChoose}>
          <ItemContent {...face} />
          <Icon name="next" size={20} />
        </button>
      ) : (
        <ItemContent {...face} />
      )}
      <button
        type="button"
        className={css.remove}
        title={removeTitle}
        aria-label={`${removeTitle} ${name}`}
        onClick={onRemove}
      >
        <Icon name="trash" size={22} />
      </button>
    </li>
  )
}

export function ItemContent({ icon, mark, title, note }: ItemSummary) {
  return (
    <span className={css.face}>
      {mark ?? (
        <span className={css.chip}>
          <Icon name={icon} />
        </span>
      )}
      <span className="words">
        <strong>{title}</strong>
        <small>{note}</small>
      </span>
    </span>
  )
}
