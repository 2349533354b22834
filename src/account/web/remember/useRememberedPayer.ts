import { useEffect, useState } from 'react'
import {
  onRememberedInOtherTab,
  readRemembered,
  useCanRemember,
  type StoredPayer,
} from '#checkout/web/rememberedPayer.ts'
import type { CallFailure } from '#kit/web/failure.ts'
import { readDraft } from '#kit/web/state/draft.ts'
import { currentCaptcha } from '#session/web/human/humanState.ts'

export type RememberedPayer = ReturnType<typeof useRememberedPayer>

export type PayerProps = {
  query: { ticket: string | undefined; method: string | undefined }
  onSaved: () => void
  isNewPayer: boolean
  refusal: CallFailure | null
}

/** `person` is null without a remembered payer, and while reCAPTCHA's script could read the data. */
export function useRememberedPayer() {
  const may = useCanRemember()
  const [choice, setChoice] = useState<Choice>(() => ({
    person: payerToOffer(),
    isNewPayer: false,
    refusal: null,
  }))
  const [refreshRemembered] = useState(() => () => {
    const person = payerToOffer()
    setChoice((before) => ({ ...before, person, isNewPayer: person === null }))
  })
  const asks = choice.person !== null
  useEffect(() => (asks ? onRememberedInOtherTab(refreshRemembered) : undefined), [asks, refreshRemembered])
  return {
    ...choice,
    person: may ? choice.person : null,
    chooseOther: () => setChoice((before) => ({ ...before, person: null, isNewPayer: true })),
    reportRefusal: (refusal: CallFailure) => setChoice((before) => ({ ...before, person: null, refusal })),
    refreshRemembered,
  }
}

type Choice = { person: StoredPayer | null; isNewPayer: boolean; refusal: CallFailure | null }

function payerToOffer(): StoredPayer | null {
  const isAlone = currentCaptcha().kind !== 'recaptcha'
  return readDraft('account')['name'] || !isAlone ? null : readRemembered()
}
