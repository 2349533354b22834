import { useCallback, useEffect, useRef, useState, type ComponentType } from 'react'
import { readStored } from '#kit/web/state/webStorage.ts'

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
  const read = (key: string) => readStored('localStorage', key)
  return (
    Math.max(Number(read('paid')), Number(read('pix'))) > Date.now() ||
    /until/.test(JSON.stringify(read('guiche.sent')))
  )
}
