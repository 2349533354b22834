import type { ReactNode } from 'react'
import { Button } from '#kit/web/Button.tsx'
import css from './PrintedPaper.module.css'
import { usePrintOnly } from './usePrintOnly.ts'

type Props = { printText: string; action?: ReactNode; children: ReactNode }

/** A document of the back office; while it is shown, the page prints nothing else. */
export function PrintedPaper({ printText, action, children }: Props) {
  usePrintOnly('paper')
  return (
    <article className={css.paper}>
      {children}
      <div className={css.actions}>
        <Button variant="plain" icon="receipt" onClick={() => print()}>
          {printText}
        </Button>
        {action}
      </div>
    </article>
  )
}
