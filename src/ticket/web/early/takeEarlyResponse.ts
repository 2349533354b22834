import { lookUpLimitMs } from '#kit/web/call/call.ts'
import { withinLimit } from '#kit/web/call/request/withinLimit.ts'
import { toNetworkFailure } from '#kit/web/failure.ts'
import { showAppScreen } from './earlyLookUp.ts'

/** Null where no look-up of this code was started or it failed. Throws a `CallFailure` without an answer in time. */
export async function takeEarlyResponse(code: string) {
  const early = window.earlyLookUp
  delete window.earlyLookUp
  if (early?.code !== code) return null
  const response = await withinLimit(lookUpLimitMs, undefined, () => early.answer).catch(failIfLate)
  if (response?.status === 503) showAppScreen()
  return response && { response, receivedAt: early.at ?? Date.now() }
}

function failIfLate(cause: unknown): null {
  const failure = toNetworkFailure(cause)
  if (failure.code === 'timeout') throw failure
  return null
}
