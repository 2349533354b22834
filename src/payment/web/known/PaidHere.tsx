import { useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { ownReceiptsKey } from '#checkout/web/ownReceipts.ts'
import css from './PaidHere.module.css'

/** Where `receipts.ts` keeps a guest's receipts and a person's. */
const keys = ['guiche.receipts', ownReceiptsKey]

/**
 * The tickets that this phone paid, until their deadlines. Their list is fetched only where there may be any;
 * `tools/build/firstPaint.js` keeps room for them before.
 */
export function PaidHere() {
  const [Tickets, setTickets] = useState<ComponentType | null>(null)
  useEffect(() => {
    if (!mayHaveReceipts()) return document.documentElement.removeAttribute('data-paid')
    // Without the file the screen does what it does without receipts.
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
