import type { ReactNode } from 'react'
import { Button } from '#kit/web/Button.tsx'
import { useOfflineReason } from '#kit/web/notice/useOfflineReason.ts'
import { Actions } from '#kit/web/page/Page.tsx'
import { currentCaptcha, useHumanState } from '#session/web/human/humanState.ts'
import type { useHumanCheck } from '#session/web/human/useHumanCheck.tsx'
import css from './Access.module.css'

type Props = { check: ReturnType<typeof useHumanCheck>; children: ReactNode }

/** One line stands above the button, so that it does not move: why it waits, or the check's text. */
export function HumanCheckActions({ check, children }: Props) {
  const offline = useOfflineReason()
  const missing = offline ?? check.disabledReason
  const { kind } = currentCaptcha()
  const hasFailed = useHumanState() === 'failed'
  const hasReason = missing !== undefined && !hasFailed
  return (
    <>
      {kind === 'recaptcha' && check.node}
      <Actions>
        {kind === 'altcha' && <div className={hasReason ? 'visually-hidden' : undefined}>{check.node}</div>}
        {kind === 'recaptcha' && missing === undefined && <div className={css.room} />}
        <Button disabledReason={missing}>{children}</Button>
      </Actions>
    </>
  )
}
