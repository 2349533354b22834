import { LiveRegion } from '#kit/web/notice/LiveRegion.tsx'
import { clearUserStorage } from '#kit/web/state/userStorage.ts'
import { useCallback, useEffect, useState } from 'react'
import { Button } from '#kit/web/Button.tsx'
import { call } from '#kit/web/call/call.ts'
import { CallFailure, ignoreCallFailure } from '#kit/web/failure.ts'
import { listWorkInOtherTabs } from '#kit/web/call/busyTab.ts'
import { getNativeApp } from '#kit/web/native/bridge.ts'
import { Actions, Page } from '#kit/web/page/Page.tsx'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { replaceWith, useRoute } from '#kit/web/route/routes.ts'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { clearCustomerExcept, clearCustomer } from '#checkout/web/customer.ts'
import { forgetRemembered } from '#checkout/web/rememberedPayer.ts'
import { clearSession, logout } from '../contract.ts'
import { announceSessionChange, incrementSessionVersion } from './sessionCheck/sessionVersion.ts'
import { loadSession } from './loadSession.ts'
import { scheduleGuestClearing, cancelGuestClearing } from './guestClearing.ts'
import { session } from './session.ts'

/** docs/spec.md#logout. A ticket in the address is kept: it is still to be paid. */
export default function LogoutPage() {
  const [problem, setProblem] = useState<string | null>(null)
  const { ticket: code } = useRoute().query
  const leave = useCallback(async () => {
    setProblem(null)
    const isGuest = session.get()?.user === null
    // A sign-out clears the device; a guest's OK only ends the visit.
    if (!isGuest) {
      forgetRemembered()
      clearUserStorage()
    }
    try {
      await signOut(code, isGuest)
      replaceWith('welcome')
    } catch (failure) {
      if (!(failure instanceof CallFailure)) throw failure
      if (isGuest) leaveAndDeleteLater(code)
      setProblem(isGuest ? notDeletedText : failure.message)
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
      <LiveRegion role="alert">{problem}</LiveRegion>
      <Actions>
        <Button type="button" onClick={() => void leave()}>
          Tentar novamente
        </Button>
        {problem === notDeletedText && (
          <RouteLink to="welcome" variant="quiet">
            IR PARA O INÍCIO
          </RouteLink>
        )}
      </Actions>
    </Page>
  )
}

async function signOut(ticket: string | undefined, isGuest: boolean): Promise<void> {
  const spare = isGuest ? await listWorkInOtherTabs() : []
  incrementSessionVersion()
  const { cleared } = (await call(clearSession, { body: { spare } })).data
  // The session stays while another tab is paying.
  if (cleared) await call(logout)
  cancelGuestClearing()
  // A guest keeps the phone's token for the next start.
  if (session.get()?.user !== null) await getNativeApp()?.setLoginToken(null)
  clearThisTab(ticket)
  session.set((known) => known && { ...known, user: null, user_roles: [] })
  announceSessionChange()
  await loadSession().catch(ignoreCallFailure)
}

const notDeletedText =
  'O que você digitou já saiu deste aparelho, mas ainda não do portal. Tente de novo, ou deixe assim: ele apaga assim que puder.'

function leaveAndDeleteLater(ticket: string | undefined): void {
  clearThisTab(ticket)
  scheduleGuestClearing()
}

function clearThisTab(ticket: string | undefined): void {
  if (ticket === undefined) clearCustomer()
  else clearCustomerExcept(ticket)
  clearUserStorage()
}
