import { useCallback, useEffect, useState } from 'react'
import { Button } from '#kit/web/Button.tsx'
import { call } from '#kit/web/call/call.ts'
import { CallFailure } from '#kit/web/call/failure.ts'
import { Page } from '#kit/web/page/Page.tsx'
import { replaceWith } from '#kit/web/route/routes.ts'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { clearCustomer } from '#kit/web/state/customer.ts'
import { clearSession } from '#session/contract.ts'

/** Forgets what this visit left, here and at the server, then goes to the site's root (spec.md screen 3). */
export default function LogoutPage() {
  const [problem, setProblem] = useState<string | null>(null)
  const leave = useCallback(async () => {
    setProblem(null)
    try {
      await call(clearSession)
      clearCustomer()
      replaceWith('welcome')
    } catch (failure) {
      if (!(failure instanceof CallFailure)) throw failure
      setProblem(failure.message)
    }
  }, [])
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
      <Button type="button" onClick={() => void leave()}>
        Tentar novamente
      </Button>
    </Page>
  )
}
