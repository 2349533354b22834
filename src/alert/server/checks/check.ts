import type { Db } from '#db/schema.ts'
import type { AlertLimits } from '../../limits.ts'
import type { Certificate } from '../deps.ts'

/** One standing cause of an alert; `ref` tells causes of one kind and lot apart. */
export type Cause = { readonly lotId: number | null; readonly ref: string; readonly text: string }

export type Look = {
  readonly db: Db
  readonly now: Date
  readonly limits: AlertLimits
  readonly certificates: readonly Certificate[]
  /** Whether an alert of this kind is raised. */
  readonly isRaised: (lotId: number | null, ref: string) => boolean
}

/** Finds every cause of one kind that lasts now. */
export type Check = (look: Look) => Promise<readonly Cause[]>
