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

export type RememberedPayer = {
  person: StoredPayer | null
  isNewPayer: boolean
  chooseOther: () => void
  refusal: CallFailure | null
  reportRefusal: (refusal: CallFailure) => void
  refreshRemembered: () => void
}

/** Of a form that asks who pays. */
export type PayerProps = {
  query: { ticket: string | undefined; method: string | undefined }
  onSaved: () => void
  isNewPayer: boolean
  refusal: CallFailure | null
}

/** Nobody while Google's script may read along. */
export function useRememberedPayer(): RememberedPayer {
  const may = useCanRemember()
  const [remembered, setRemembered] = useState(payerToOffer)
  const [isOther, setIsOther] = useState(false)
  const [refusal, setRefusal] = useState<CallFailure | null>(null)
  const [refreshRemembered] = useState(() => () => {
    const now = payerToOffer()
    setRemembered(now)
    setIsOther(now === null)
  })
  const asks = remembered !== null
  useEffect(() => (asks ? onRememberedInOtherTab(refreshRemembered) : undefined), [asks, refreshRemembered])
  const chooseOther = () => {
    setRemembered(null)
    setIsOther(true)
  }
  const reportRefusal = (why: CallFailure) => {
    setRemembered(null)
    setRefusal(why)
  }
  return {
    person: may ? remembered : null,
    isNewPayer: isOther,
    chooseOther,
    refusal,
    reportRefusal,
    refreshRemembered,
  }
}

function payerToOffer(): StoredPayer | null {
  const isAlone = currentCaptcha().kind !== 'recaptcha'
  return readDraft('account')['name'] || !isAlone ? null : readRemembered()
}
