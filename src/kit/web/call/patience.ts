import { retryingCalls } from '../notice/online.ts'
import { answeredAlready, request, type Answer, type Sent } from './request.ts'

const longestS = 10

/** A read refused with 503 is repeated once after Retry-After (docs/spec.md#errors). */
export function sender(sent: Sent): () => Promise<Answer> {
  let { answered } = sent
  let mayRepeat = sent.repeats === true
  return async () => {
    const early = answered
    answered = undefined
    const answer = await (early ? answeredAlready(early).catch(() => request(sent)) : request(sent))
    const { status, retryAfterSeconds: seconds } = answer
    if (!mayRepeat || status !== 503 || seconds === null || seconds > longestS) return answer
    mayRepeat = false
    retryingCalls.set((count) => count + 1)
    await pause(seconds * 1000, sent.signal).finally(() => retryingCalls.set((count) => count - 1))
    return request(sent)
  }
}

/** Ends early on abort. */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const finish = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', finish)
      resolve()
    }
    const timer = setTimeout(finish, ms)
    signal?.addEventListener('abort', finish)
  })
}
