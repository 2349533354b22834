import type { ReactNode } from 'react'
import { WaysForward } from '#checkout/web/ways/WaysForward.tsx'
import { Button } from '#kit/web/Button.tsx'
import type { CallFailure } from '#kit/web/failure.ts'
import { failureIcon } from '#kit/web/notice/LoadFailed.tsx'
import { Situation } from '#kit/web/notice/Situation.tsx'
import { Actions } from '#kit/web/page/Page.tsx'
import { UnlessPaid } from '#payment/web/known/KnownPayment.tsx'
import { wayForwardAfter } from '../failures.ts'

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
      <Situation tone="warn" title={title} icon={failureIcon(failure)} takesFocus>
        {children}
        <p>{failure.message}</p>
      </Situation>
      {reload && (
        <Actions>
          <Button type="button" onClick={reload}>
            Tentar novamente
          </Button>
        </Actions>
      )}
      <UnlessPaid code={code}>
        <WaysForward way={wayForwardAfter(failure.code)} ticketCode={code} />
      </UnlessPaid>
    </>
  )
}
