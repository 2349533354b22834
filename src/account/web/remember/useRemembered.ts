import { useEffect, useState } from 'react'
import { onRememberedElsewhere, readRemembered, useMayRemember } from '#checkout/web/remembered.ts'
import type { Remembered } from '#checkout/web/remembered.ts'
import type { CallFailure } from '#kit/web/call/failure.ts'
import { readDraft } from '#kit/web/state/draft.ts'
import { currentCaptcha } from '#session/web/human/human.ts'

/** Who this device remembers, to be asked whether it is them. */
export type WhoPays = {
  /** Null when there is nobody to ask for. */
  person: Remembered | null
  /** It is somebody else who types now: the person has just said so, here or in another tab. */
  isOther: boolean
  sayOther: () => void
  /** Why what was kept is not taken; it stands in the form, as if it had been typed. */
  refusal: CallFailure | null
  sayRefused: (refusal: CallFailure) => void
  /** What is remembered has changed meanwhile. */
  lookAgain: () => void
}

/** Who is remembered, unless somebody has begun to type, or Google's script may come and read along. */
export function useRemembered(): WhoPays {
  const may = useMayRemember()
  const [remembered, setRemembered] = useState(whoToAskFor)
  const [isOther, setIsOther] = useState(false)
  const [refusal, setRefusal] = useState<CallFailure | null>(null)
  const [lookAgain] = useState(() => () => {
    const now = whoToAskFor()
    setRemembered(now)
    setIsOther(now === null)
  })
  const asks = remembered !== null
  useEffect(() => (asks ? onRememberedElsewhere(lookAgain) : undefined), [asks, lookAgain])
  const sayOther = () => {
    setRemembered(null)
    setIsOther(true)
  }
  const sayRefused = (why: CallFailure) => {
    setRemembered(null)
    setRefusal(why)
  }
  return { person: may ? remembered : null, isOther, sayOther, refusal, sayRefused, lookAgain }
}

function whoToAskFor(): Remembered | null {
  const isAlone = currentCaptcha().kind !== 'recaptcha'
  return readDraft('account')['name'] || !isAlone ? null : readRemembered()
}
