import { useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { ownReceiptsKey } from '#checkout/web/ownReceipts.ts'
import css from './PaidHere.module.css'

/** The storage keys of `receipts.ts`. */
const keys = ['guiche.receipts', ownReceiptsKey]

/**
 * The tickets paid on this device, until their deadlines; loaded only if there may be any.
 * `tools/build/firstPaint.js` reserves their room.
 */
export function PaidHere() {
  const [Tickets, setTickets] = useState<ComponentType | null>(null)
  useEffect(() => {
    if (!mayHaveReceipts()) return document.documentElement.removeAttribute('data-paid')
    // Without the file the screen works as without receipts.
    import('./PaidTickets.tsx').then(
      (list) => setTickets(() => list.PaidTickets),
      () => undefined,
    )
  }, [])
  return <div className={css.room}>{Tickets && <Tickets />}</div>
}

function mayHaveReceipts(): boolean {
  try {
    return keys.some((key) => localStorage.getItem(key) !== null)
  } catch {
    return false
  }
}
