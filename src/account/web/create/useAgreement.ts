import { useState } from 'react'
import { CallFailure, failureText, noAnswer } from '#kit/web/failure.ts'
import { notify } from '#kit/web/notice/notify.ts'
import { go, replaceWith, stillHere } from '#kit/web/route/routes.ts'
import { readDraft, writeDraft } from '#kit/web/state/draft.ts'
import { useSignedIn } from '#session/web/session.ts'

export function useAgreement(query: { ticket: string | undefined; method: string | undefined }): {
  wanted: boolean
  agreeing: boolean
  agree: () => Promise<void>
} {
  const signedIn = useSignedIn()
  const [agreeing, setAgreeing] = useState(false)
  const wanted = !signedIn && query.method !== 'pix' && readDraft('account')['shouldCreateAccount'] === true
  const agree = async () => {
    if (!wanted) return go('ticket.paymentType', { query })
    setAgreeing(true)
    const isHere = stillHere()
    try {
      const { createAccount } = await import('./createAccount.ts').catch((cause: unknown) => {
        throw noAnswer(cause)
      })
      if (await createAccount(query.ticket)) {
        writeDraft('account', { ...readDraft('account'), shouldCreateAccount: false })
        notify('Conta criada com sucesso!', 'success', 4_000)
        if (isHere()) go('ticket.paymentType', { query })
      } else if (isHere()) replaceWith('ticket.account', { query })
    } catch (failure) {
      if (!(failure instanceof CallFailure)) throw failure
      notify(failureText(failure), 'danger')
    } finally {
      setAgreeing(false)
    }
  }
  return { wanted, agreeing, agree }
}
