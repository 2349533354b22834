import type { Db } from '#db/schema.ts'
import type { AlertLimits } from '../../limits.ts'
import type { Certificate } from '../deps.ts'

/** A cause of an alert that lasts; `ref` distinguishes causes of one kind and lot. */
export type Cause = { readonly lotId: number | null; readonly ref: string; readonly text: string }

type Look = {
  readonly db: Db
  readonly now: Date
  readonly limits: AlertLimits
  readonly certificates: readonly Certificate[]
  /** Whether an alert of this kind is raised. */
  readonly isRaised: (lotId: number | null, ref: string) => boolean
}

/** Finds every cause of one kind that lasts now. */
export type Check = (look: Look) => Promise<readonly Cause[]>
