import { confirm } from '#kit/web/dialog/confirm.tsx'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { notify, notifyFailure } from '#kit/web/notice/notify.ts'

export type Question = { title: string; text: string; yes: string; no?: string; danger?: boolean }

/** Returns null when the person cancels or the call fails. */
export async function confirmAndRun<T>(
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
    notifyFailure(failure)
    onChanged()
    return null
  }
}
