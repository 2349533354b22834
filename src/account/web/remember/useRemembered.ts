import { useState } from 'react'
import { readRemembered, useMayRemember } from '#counter/web/remembered.ts'
import type { Remembered } from '#counter/web/remembered.ts'
import { readDraft } from '#kit/web/state/draft.ts'
import { currentCaptcha } from '#session/web/human/human.ts'

/** Who this device remembers, to be asked whether it is them. */
type WhoPays = {
  /** Null when there is nobody to ask for. */
  person: Remembered | null
  /** The person has just said that it is somebody else who types now. */
  isOther: boolean
  sayOther: () => void
}

/** Who is remembered, unless somebody has begun to type, or Google's script may come and read along. */
export function useRemembered(): WhoPays {
  const may = useMayRemember()
  const [remembered, setRemembered] = useState(whoToAskFor)
  const [isOther, setIsOther] = useState(false)
  const sayOther = () => {
    setRemembered(null)
    setIsOther(true)
  }
  return { person: may ? remembered : null, isOther, sayOther }
}

function whoToAskFor(): Remembered | null {
  const isAlone = currentCaptcha().kind !== 'recaptcha'
  return readDraft('account')['name'] || !isAlone ? null : readRemembered()
}
