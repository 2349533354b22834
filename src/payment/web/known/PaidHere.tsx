import { useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { ownReceiptsKey } from '#checkout/web/ownReceipts.ts'
import css from './PaidHere.module.css'

const keys = ['guiche.receipts', ownReceiptsKey]

/** The tickets paid on this device; `tools/build/firstPaint.js` reserves their room. */
export function PaidHere() {
  const [Tickets, setTickets] = useState<ComponentType | null>(null)
  useEffect(() => {
    if (!mayHaveReceipts()) return document.documentElement.removeAttribute('data-paid')
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
