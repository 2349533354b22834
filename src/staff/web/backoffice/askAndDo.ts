import { CallFailure, failureText } from '#kit/web/call/failure.ts'
import { confirm } from '#kit/web/dialog/confirm.tsx'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { notify } from '#kit/web/notice/notify.ts'

/** What is asked before something is done. */
export type Question = { title: string; text: string; yes: string; danger?: boolean }

/** Asks, does, says so, and reads the screen anew. A refusal is told in its own words. Null when it was not done. */
export async function askAndDo<T>(
  { title, ...question }: Question,
  run: () => Promise<T>,
  { done, onChanged }: { done: string; onChanged: () => void },
): Promise<T | null> {
  if (!(await confirm(title, question))) return null
  try {
    const answer = await whileLoading(run())
    notify(done, 'success')
    onChanged()
    return answer
  } catch (failure) {
    if (!(failure instanceof CallFailure)) throw failure
    notify(failureText(failure), 'danger')
    onChanged()
    return null
  }
}
