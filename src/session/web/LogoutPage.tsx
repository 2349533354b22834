import { useCallback, useEffect, useState } from 'react'
import { Button } from '#kit/web/Button.tsx'
import { call } from '#kit/web/call/call.ts'
import { CallFailure } from '#kit/web/call/failure.ts'
import { nativeApp } from '#kit/web/native/bridge.ts'
import { Actions, Page } from '#kit/web/page/Page.tsx'
import { replaceWith, useRoute } from '#kit/web/route/routes.ts'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { clearAllBut, clearCustomer } from '#counter/web/customer.ts'
import { forgetRemembered } from '#counter/web/remembered.ts'
import { forgetOwn } from '#kit/web/state/own.ts'
import { clearSession, logout } from '../contract.ts'
import { announceSession, beginTurn } from './life/tabs.ts'
import { loadSession } from './loadSession.ts'
import { oweClearing } from './owed.ts'
import { session } from './session.ts'

/**
 * Forgets what this visit left and who was there, here and at the server, then goes to the site's root
 * (docs/screens.md#3-logout). A ticket that the address names stays on the counter: its payment was cancelled, and it is
 * still to be paid.
 */
export default function LogoutPage() {
  const [problem, setProblem] = useState<string | null>(null)
  const { ticket: code } = useRoute().query
  const leave = useCallback(async () => {
    setProblem(null)
    const isGuest = session.get()?.user === null
    // Whoever signs out leaves the device; a guest's OK only ends the visit.
    if (!isGuest) forgetRemembered()
    try {
      await (isGuest ? forgetGuest(code) : signOut(code))
      replaceWith('welcome')
    } catch (failure) {
      if (!(failure instanceof CallFailure)) throw failure
      setProblem(failure.message)
    }
  }, [code])
  useEffect(() => void leave(), [leave])
  if (problem === null) {
    return (
      <Page title="Saindo...">
        <Skeleton lines={2} label="Saindo..." />
      </Page>
    )
  }
  return (
    <Page title="Não foi possível sair">
      <p role="alert">{problem}</p>
      <Actions>
        <Button type="button" onClick={() => void leave()}>
          Tentar novamente
        </Button>
      </Actions>
    </Page>
  )
}

/** The guest's data first, then the login; the session is asked again, for the next person starts from nothing. */
async function signOut(ticket: string | undefined): Promise<void> {
  beginTurn()
  await call(clearSession)
  await call(logout)
  // A guest has no login to end, and the phone's token is good for the next start.
  if (session.get()?.user !== null) await nativeApp()?.setLoginToken(null)
  forgetHere(ticket)
  session.set((known) => known && { ...known, user: null, user_roles: [] })
  announceSession()
  await loadSession().catch(ignoreCall)
}

/** Who has no login leaves in any case; without a signal the server forgets what they typed as soon as it is back. */
async function forgetGuest(ticket: string | undefined): Promise<void> {
  try {
    await signOut(ticket)
  } catch (failure) {
    ignoreCall(failure)
    forgetHere(ticket)
    oweClearing()
  }
}

function forgetHere(ticket: string | undefined): void {
  if (ticket === undefined) clearCustomer()
  else clearAllBut(ticket)
  forgetOwn()
}

function ignoreCall(failure: unknown): void {
  if (!(failure instanceof CallFailure)) throw failure
}
