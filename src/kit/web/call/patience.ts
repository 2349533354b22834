import { waitingForTurn } from '../notice/online.ts'
import { answeredAlready, request } from './request.ts'
import type { Answer, Sent } from './request.ts'

/** Who is told to come back later than that is told so, and does not wait. */
const longestS = 10

/**
 * What sends the call, each time that it is called. A read that a busy server turns away (503) is sent once more when that
 * server has said, in all; anything else may have been done already (docs/spec.md#errors).
 */
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
    waitingForTurn.set((count) => count + 1)
    await pause(seconds * 1000, sent.signal).finally(() => waitingForTurn.set((count) => count - 1))
    return request(sent)
  }
}

/** Over at once when nobody wants the answer any more: the request then says so. */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((over) => {
    if (signal?.aborted) return over()
    const leave = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', leave)
      over()
    }
    const timer = setTimeout(leave, ms)
    signal?.addEventListener('abort', leave)
  })
}
