import { useCallback, useEffect, useRef, useState, type ComponentType } from 'react'

/** `tools/build/firstPaint.js` reserves its room by its id. */
export function LazyPaidTickets() {
  const [Tickets, setTickets] = useState<ComponentType<{ onShown: (isShown: boolean) => void }> | null>(null)
  const room = useRef<HTMLDivElement>(null)
  const [hasRoom] = useState(hasStoredTickets)
  const show = useCallback((isShown: boolean) => {
    if (room.current) room.current.hidden = !isShown
  }, [])
  useEffect(() => {
    if (!hasRoom) return
    import('./PaidTickets.tsx').then(
      (list) => setTickets(() => list.PaidTickets),
      () => show(false),
    )
  }, [hasRoom, show])
  return (
    <div id="paid" ref={room} hidden={!hasRoom} suppressHydrationWarning>
      {Tickets && <Tickets onShown={show} />}
    </div>
  )
}

function hasStoredTickets(): boolean {
  try {
    return (
      Number(localStorage.getItem('paid')) > Date.now() ||
      Number(localStorage.getItem('pix')) > Date.now() ||
      /until/.test(localStorage.getItem('guiche.sent') ?? '')
    )
  } catch {
    return false
  }
}
