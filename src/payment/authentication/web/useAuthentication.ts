import { useCallback, useEffect, useRef, useState } from 'react'
import type { SentBody } from '#kit/endpoint.ts'
import { isAuthenticating } from '../../method/authenticationEnds.ts'
import type { pay } from '../../contract.ts'
import type { WatchedPayment } from '../../web/usePayment.ts'

export type AuthenticationResult = NonNullable<SentBody<typeof pay>['authentication']>

export type AskedCard = { number: string; expiration: string }

type PendingAuthentication = { card: AskedCard; answer: (result: AuthenticationResult | null) => void }

/** `ask` answers null where the payment no longer waits for the result. */
export function useAuthentication({ view }: Pick<WatchedPayment, 'view'>): {
  frame: PendingAuthentication | null
  ask: (card: AskedCard) => Promise<AuthenticationResult | null>
} {
  const [frame, setFrame] = useState<PendingAuthentication | null>(null)
  const open = useRef<PendingAuthentication | null>(null)
  const end = useCallback((result: AuthenticationResult | null) => {
    const request = open.current
    open.current = null
    setFrame(null)
    request?.answer(result)
  }, [])
  const ask = useCallback(
    (card: AskedCard) =>
      new Promise<AuthenticationResult | null>((resolve) => {
        open.current = { card, answer: resolve }
        setFrame({ card, answer: end })
      }),
    [end],
  )
  const isOver = view.state === 'ready' && !isAuthenticating(view.payment)
  useEffect(() => {
    if (isOver && open.current) end(null)
  }, [isOver, end])
  return { frame, ask }
}
