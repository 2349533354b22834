import { PixScreen } from '#payment/web/pix/PixScreen.tsx'
import { subjectOf } from './subjectOf.tsx'

/** Paying a ticket by Pix. */
export default function PixPage() {
  return <PixScreen subjectOf={subjectOf} />
}
