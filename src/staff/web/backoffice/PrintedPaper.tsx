import type { ReactNode } from 'react'
import css from './PrintedPaper.module.css'
import { usePrintOnly } from './usePrintOnly.ts'

/** A document of the back office; while it is shown, the page prints nothing else. */
export function PrintedPaper({ children }: { children: ReactNode }) {
  usePrintOnly('paper')
  return <article className={css.paper}>{children}</article>
}
