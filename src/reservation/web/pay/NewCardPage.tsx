import { NewCardScreen } from '#payment/web/NewCardScreen.tsx'
import { subjectOf } from './subjectOf.tsx'

/** Paying a ticket or a reserved space with a typed card. */
export default function NewCardPage() {
  return <NewCardScreen subjectOf={subjectOf} />
}
