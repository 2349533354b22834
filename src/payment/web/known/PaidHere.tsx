import { useCallback, useEffect, useRef, useState, type ComponentType } from 'react'
import { receiptKeys } from './receiptKeys.ts'

/** The tickets paid on this device; `tools/build/firstPaint.js` reserves their room by its id. */
export function PaidHere() {
  const [Tickets, setTickets] = useState<ComponentType<{ onShown: (isShown: boolean) => void }> | null>(null)
  const room = useRef<HTMLDivElement>(null)
  const show = useCallback((isShown: boolean) => {
    if (room.current) room.current.hidden = !isShown
  }, [])
  useEffect(() => {
    if (!mayHaveReceipts()) return show(false)
    // Without the file the screen does what it does without receipts.
    import('./PaidTickets.tsx').then(
      (list) => setTickets(() => list.PaidTickets),
      () => show(false),
    )
  }, [show])
  return (
    <div id="paid" ref={room} hidden suppressHydrationWarning>
      {Tickets && <Tickets onShown={show} />}
    </div>
  )
}

function mayHaveReceipts(): boolean {
  try {
    return Object.values(receiptKeys).some((key) => localStorage.getItem(key) !== null)
  } catch {
    return false
  }
}
