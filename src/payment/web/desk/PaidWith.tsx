import { Icon } from '#kit/web/Icon.tsx'
import css from '#staff/web/desk/Ops.module.css'
import { methodRow } from '../../method.ts'

/** What was paid with, in the given words, behind the picture of a card or of Pix. */
export function PaidWith({ payment_type, children }: { payment_type: number; children: string }) {
  return (
    <span className={css.pictured}>
      <Icon name={methodRow(payment_type).instrument} size={20} />
      <span className={css.words}>{children}</span>
    </span>
  )
}
