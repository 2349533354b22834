import { lazy, Suspense, useEffect, useState } from 'react'
import { useRemembered, type RememberedPayer } from '#account/web/remember/useRemembered.ts'
import type { Remembered } from '#checkout/web/remembered.ts'
import { Button } from '#kit/web/Button.tsx'
import { useSignedIn } from '#session/web/session.ts'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { go, stillHere } from '#kit/web/route/routes.ts'
import type { Query } from '#kit/web/route/match.ts'
import { waitForSessionOrNull } from '#session/web/waitForSession.ts'

const loadSheet = () => import('#account/web/remember/ConfirmSheet.tsx')
const ConfirmSheet = lazy(loadSheet)

type Confirmable = { person: Remembered; remembered: RememberedPayer }

export function useConfirmable(): Confirmable | null {
  const remembered = useRemembered()
  const { person } = remembered
  return useSignedIn() || !person?.address['gl_city_id'] ? null : { person, remembered }
}

type Props = { confirmable: Confirmable; ticket: string; look: 'primary' | 'plain' }

/** The name stays hidden until the session is known to be a guest's. */
export function ConfirmButton({ confirmable, ticket, look }: Props) {
  const [isOpen, setOpen] = useState(false)
  // A failure shows when the button is pressed.
  useEffect(() => void loadSheet().catch(() => null), [])
  return (
    <>
      <Button
        type="button"
        look={look}
        aria-haspopup="dialog"
        onClick={() => void askGuest({ ticket }, () => setOpen(true))}
      >
        PAGAR COM MEUS DADOS
      </Button>
      {isOpen && (
        <Suspense>
          <ConfirmSheet {...confirmable} ticket={ticket} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

export async function askGuest(query: Query, ask: () => void): Promise<void> {
  const isHere = stillHere()
  const who = await whileLoading(waitForSessionOrNull())
  if (!isHere()) return
  if (who?.user) go('ticket.paymentType', { query })
  else ask()
}
