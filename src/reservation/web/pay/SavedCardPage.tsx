import { SavedCardScreen } from '#payment/web/SavedCardScreen.tsx'
import { subjectOf } from './subjectOf.tsx'

/** Paying a ticket or a reserved space with a saved card. */
export default function SavedCardPage() {
  return <SavedCardScreen subjectOf={subjectOf} />
}
