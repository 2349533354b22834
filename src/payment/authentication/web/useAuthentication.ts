import { useCallback, useEffect, useRef, useState } from 'react'
import type { SentBody } from '#kit/endpoint.ts'
import { isAuthenticating } from '../../method/authenticationOutcomes.ts'
import type { pay } from '../../contract.ts'
import type { PolledPayment } from '../../web/usePayment.ts'

export type AuthenticationResult = NonNullable<SentBody<typeof pay>['authentication']>

export type CardToAuthenticate = { number: string; expiration: string }

type PendingAuthentication = {
  card: CardToAuthenticate
  answer: (result: AuthenticationResult | null) => void
}

/** `authenticate` answers null where the payment no longer waits for the result. */
export function useAuthentication({ view }: Pick<PolledPayment, 'view'>): {
  frame: PendingAuthentication | null
  authenticate: (card: CardToAuthenticate) => Promise<AuthenticationResult | null>
} {
  const [frame, setFrame] = useState<PendingAuthentication | null>(null)
  const open = useRef<PendingAuthentication | null>(null)
  const end = useCallback((result: AuthenticationResult | null) => {
    const request = open.current
    open.current = null
    setFrame(null)
    request?.answer(result)
  }, [])
  const authenticate = useCallback(
    (card: CardToAuthenticate) =>
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
  return { frame, authenticate }
}
