import type { ReactNode } from 'react'
import { Button } from '#kit/web/Button.tsx'
import { useOfflineReason } from '#kit/web/notice/connection.ts'
import { Actions } from '#kit/web/page/Page.tsx'
import { currentCaptcha } from '#session/web/human/humanState.ts'
import type { useHumanCheck } from '#session/web/human/useHumanCheck.tsx'
import css from './Access.module.css'

type Props = { check: ReturnType<typeof useHumanCheck>; children: ReactNode }

/** Reserves the height of the check's text, so that the button does not move. */
export function HumanCheckActions({ check, children }: Props) {
  const offline = useOfflineReason()
  const missing = offline ?? check.disabledReason
  return (
    <>
      {check.node}
      <Actions>
        {missing === undefined && currentCaptcha().kind !== 'off' && <div className={css.room} />}
        <Button disabledReason={missing}>{children}</Button>
      </Actions>
    </>
  )
}
