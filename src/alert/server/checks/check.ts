import type { Db } from '#db/schema.ts'
import type { AlertLimits } from '../../backoffice.ts'
import type { Certificate } from '../deps.ts'

/** `ref` distinguishes causes of one kind and lot. */
export type Cause = { readonly lotId: number | null; readonly ref: string; readonly text: string }

type CheckContext = {
  readonly db: Db
  readonly now: Date
  readonly limits: AlertLimits
  readonly certificates: readonly Certificate[]
  readonly isRaised: (lotId: number | null, ref: string) => boolean
}

/** Answers every cause that lasts now. */
export type Check = (look: CheckContext) => Promise<readonly Cause[]>
