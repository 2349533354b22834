import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'

/** What the books need; built once in app/server/deps.ts. */
export type BooksDeps = { readonly db: Db; readonly clock: Clock }
