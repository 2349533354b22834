import type { ReactNode } from 'react'
import { WayForwardCallout } from '#checkout/web/wayForward/WayForwardCallout.tsx'
import { Button } from '#kit/web/Button.tsx'
import type { CallFailure } from '#kit/web/failure.ts'
import { FailureTexts, failureIcon } from '#kit/web/notice/LoadFailed.tsx'
import { Callout } from '#kit/web/notice/Callout.tsx'
import { Actions } from '#kit/web/page/Page.tsx'
import { LocalPaymentGuard } from '#payment/web/local/LocalPaymentNotice.tsx'
import { wayForwardAfterFailure } from '../failures.ts'

type Props = {
  title: string
  failure: CallFailure
  code: string | undefined
  reload?: () => void
  children?: ReactNode
}

export function LookUpFailed({ title, failure, code, reload, children }: Props) {
  return (
    <>
      <Callout tone="warn" title={title} icon={failureIcon(failure)} takesFocus>
        {children}
        <FailureTexts failure={failure} />
      </Callout>
      {reload && (
        <Actions>
          <Button type="button" onClick={reload}>
            Tentar novamente
          </Button>
        </Actions>
      )}
      <LocalPaymentGuard code={code}>
        <WayForwardCallout way={wayForwardAfterFailure(failure.code)} ticketCode={code} />
      </LocalPaymentGuard>
    </>
  )
}
