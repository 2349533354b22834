import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { currentCaptcha, useHumanState } from './human.ts'
import { startAgain, takeProof, workOut } from './proof.ts'
import { HumanCheck } from './HumanCheck.tsx'

type Check = {
  /** True when nothing is asked for, or it is solved. */
  solved: boolean
  /** What is missing, for the button that waits. */
  missing: string | undefined
  /** The check itself, to be placed above the button. */
  node: ReactNode
  /** The proof to send along, once; null when none is asked for. */
  take: () => Promise<string | null>
  /** Begins again, as after a failed login. */
  reset: () => void
}

const retryMs = 500
const tries = 10

/** The security check of a screen: begins by itself, and tries again every 500 ms while it cannot begin. */
export function useHumanCheck(): Check {
  const state = useHumanState()
  const tried = useRef(0)
  const isOurs = currentCaptcha().kind === 'altcha'
  useEffect(() => {
    if (!isOurs) return
    if (state === 'ready' || state === 'off') tried.current = 0
    const again = state === 'failed' && tried.current < tries
    if (state !== 'needed' && !again) return
    const timeout = setTimeout(
      () => {
        tried.current += 1
        workOut().catch(() => undefined)
      },
      again ? retryMs : 0,
    )
    return () => clearTimeout(timeout)
  }, [state, isOurs])
  const solved = state === 'off' || state === 'ready'
  const reset = () => {
    tried.current = 0
    startAgain()
  }
  return {
    solved,
    missing: solved ? undefined : isOurs ? waiting : toSolve,
    node: <HumanCheck state={state} again={reset} />,
    take: takeProof,
    reset,
  }
}

const waiting = 'Aguarde a verificação de segurança.'
const toSolve = 'Marque a verificação de segurança acima.'
