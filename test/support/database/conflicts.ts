import { conflicts } from '#kit/server/db/transaction.ts'

/** How many transactions of this process stood in another's way during `work`, done again or not. */
export async function conflictsDuring(work: () => Promise<unknown>): Promise<number> {
  let count = 0
  const note = () => {
    count += 1
  }
  conflicts.subscribe(note)
  try {
    await work()
  } finally {
    conflicts.unsubscribe(note)
  }
  return count
}
