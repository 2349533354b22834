import { lazy, Suspense, useEffect, useState } from 'react'
import { useRememberedPayer, type RememberedPayer } from '#account/web/remember/useRememberedPayer.ts'
import type { StoredPayer } from '#checkout/web/rememberedPayer.ts'
import { Button } from '#kit/web/Button.tsx'
import { useIsSignedIn } from '#session/web/session.ts'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { go, watchForNavigation } from '#kit/web/route/routes.ts'
import type { Query } from '#kit/web/route/match.ts'
import { waitForSessionOrNull } from '#session/web/waitForSession.ts'

const loadSheet = () => import('#account/web/remember/ConfirmSheet.tsx')
const ConfirmSheet = lazy(loadSheet)

type SavedGuest = { person: StoredPayer; remembered: RememberedPayer }

export function useSavedGuest(): SavedGuest | null {
  const remembered = useRememberedPayer()
  const { person } = remembered
  return useIsSignedIn() || !person?.address['gl_city_id'] ? null : { person, remembered }
}

type Props = { guest: SavedGuest; ticket: string; variant: 'primary' | 'plain' }

/** The name stays hidden until the session is known to be a guest's. */
export function PayWithSavedDataButton({ guest, ticket, variant }: Props) {
  const [isOpen, setOpen] = useState(false)
  // A failure shows when the button is pressed.
  useEffect(() => void loadSheet().catch(() => null), [])
  return (
    <>
      <Button
        type="button"
        variant={variant}
        aria-haspopup="dialog"
        onClick={() => void runIfGuest({ ticket }, () => setOpen(true))}
      >
        PAGAR COM MEUS DADOS
      </Button>
      {isOpen && (
        <Suspense>
          <ConfirmSheet {...guest} ticket={ticket} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** A signed-in person goes to the payment types instead. */
export async function runIfGuest(query: Query, action: () => void): Promise<void> {
  const isHere = watchForNavigation()
  const who = await whileLoading(waitForSessionOrNull())
  if (!isHere()) return
  if (who?.user) go('ticket.paymentType', { query })
  else action()
}
