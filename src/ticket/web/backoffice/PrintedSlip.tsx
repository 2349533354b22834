import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { usePrintOnly } from '#staff/web/backoffice/usePrintOnly.ts'
import css from './Slip.module.css'

/** A paper of 80 mm; while it is shown, the page prints nothing else. */
export function PrintedSlip({ children }: { children: ReactNode }) {
  usePrintOnly('slip')
  return (
    <>
      <div className={css.slip}>{children}</div>
      {createPortal(<div className={css.paper}>{children}</div>, document.body)}
    </>
  )
}
